/* `Tail`: the posting lists of the fresh tail, without an object per word, count or list.

   fresh_tail.py says what is kept, and keeps it in Python where this was not compiled. Every word of a text is
   looked up in a table that knows its terms; only a word that is new to this tail is taken to Python. */

#include "native.h"

#include <math.h>
#include <string.h>

#define LONGEST_KNOWN 256 /* bytes of a word: what runs on longer hardly comes twice */

typedef struct {
    Py_ssize_t start; /* in the arena */
    int32_t size;
    uint32_t hash;
} Key;

typedef struct {
    Key key;
    int64_t *postings; /* number << 8 | impact */
    Py_ssize_t count, room;
    long times; /* in the document that is being entered */
} Term;

typedef struct {
    Key key;
    Py_ssize_t first, count; /* its terms, in `links` */
    int carries_meaning;
} Word;

/* An open hash table over an array of things that begin with a Key. */
typedef struct {
    int32_t *slots; /* index + 1, 0 for none; twice as many as things at least */
    Py_ssize_t size;
} Table;

typedef struct {
    PyObject_HEAD
    PyObject *terms_of_word, *stop_words;
    double mention, rest, saturation, typical;
    char *arena;
    Term *terms;
    Word *words;
    int32_t *links;   /* terms of all words */
    int32_t *touched; /* terms of the document that is being entered */
    Py_ssize_t arena_size, arena_room, term_count, term_room, word_count, word_room;
    Py_ssize_t link_count, link_room, touched_count, touched_room;
    Table term_table, word_table;
    int busy; /* a callback may run other threads; none of them may come in */
} Tail;

static uint32_t hash_of(const char *text, Py_ssize_t size) {
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (Py_ssize_t at = 0; at < size; at++) hash = (hash ^ (unsigned char)text[at]) * 16777619u;
    return hash;
}

/* Make room in the array that `items` points to. Returns -1 with an exception. */
static int reserve(void *items, Py_ssize_t needed, Py_ssize_t *room, size_t item) {
    if (needed <= *room) return 0;
    Py_ssize_t wanted = *room ? 2 * *room : 8;
    if (wanted < needed) wanted = needed;
    void *array; /* copied, because an array of any type may be meant */
    memcpy(&array, items, sizeof array);
    array = PyMem_Realloc(array, (size_t)wanted * item);
    if (array == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(items, &array, sizeof array);
    *room = wanted;
    return 0;
}

static const Key *key_at(const void *things, size_t thing, Py_ssize_t index) {
    return (const Key *)((const char *)things + (size_t)index * thing);
}

/* The slot of this text, or the free one where it belongs. */
static Py_ssize_t slot_of(const Table *table, const void *things, size_t thing, const char *arena, const char *text,
                          Py_ssize_t size, uint32_t hash) {
    Py_ssize_t slot = hash & (table->size - 1);
    for (; table->slots[slot]; slot = (slot + 1) & (table->size - 1)) {
        const Key *key = key_at(things, thing, table->slots[slot] - 1);
        if (key->hash == hash && key->size == size && memcmp(arena + key->start, text, (size_t)size) == 0) break;
    }
    return slot;
}

/* Keep the table at most half full with one thing more. Returns -1 with an exception. */
static int widen(Table *table, const void *things, size_t thing, Py_ssize_t count) {
    if (2 * (count + 1) <= table->size) return 0;
    Py_ssize_t size = table->size ? 2 * table->size : 1024;
    int32_t *slots = PyMem_Calloc((size_t)size, sizeof *slots);
    if (slots == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t index = 0; index < count; index++) {
        Py_ssize_t slot = key_at(things, thing, index)->hash & (size - 1);
        while (slots[slot]) slot = (slot + 1) & (size - 1);
        slots[slot] = (int32_t)index + 1;
    }
    PyMem_Free(table->slots);
    *table = (Table){slots, size};
    return 0;
}

static int keep_text(Tail *self, const char *text, Py_ssize_t size, uint32_t hash, Key *key) {
    if (reserve(&self->arena, self->arena_size + size, &self->arena_room, 1) < 0) return -1;
    memcpy(self->arena + self->arena_size, text, (size_t)size);
    *key = (Key){self->arena_size, (int32_t)size, hash};
    self->arena_size += size;
    return 0;
}

/* Number of a term, which is new if need be. Returns -1 with an exception. */
static Py_ssize_t number_of_term(Tail *self, PyObject *term) {
    Py_ssize_t size = 0;
    const char *text = PyUnicode_AsUTF8AndSize(term, &size);
    if (text == NULL || widen(&self->term_table, self->terms, sizeof *self->terms, self->term_count) < 0) return -1;
    uint32_t hash = hash_of(text, size);
    Py_ssize_t slot = slot_of(&self->term_table, self->terms, sizeof *self->terms, self->arena, text, size, hash);
    if (self->term_table.slots[slot]) return self->term_table.slots[slot] - 1;
    if (reserve(&self->terms, self->term_count + 1, &self->term_room, sizeof *self->terms) < 0) return -1;
    Term *fresh = &self->terms[self->term_count];
    *fresh = (Term){{0, 0, 0}, NULL, 0, 0, 0};
    if (keep_text(self, text, size, hash, &fresh->key) < 0) return -1;
    self->term_table.slots[slot] = (int32_t)++self->term_count;
    return self->term_count - 1;
}

static int count_term(Tail *self, Py_ssize_t number, long times) {
    Term *term = &self->terms[number];
    if (term->times == 0) {
        if (reserve(&self->touched, self->touched_count + 1, &self->touched_room, sizeof *self->touched) < 0) return -1;
        self->touched[self->touched_count++] = (int32_t)number;
    }
    term->times += times;
    return 0;
}

/* Ask Python for the terms of a word, and put them behind the other links. Returns -1 with an exception. */
static int ask_terms(Tail *self, const char *text, Py_ssize_t size, Word *word) {
    PyObject *terms = PyObject_CallFunction(self->terms_of_word, "s#", text, size);
    if (terms == NULL) return -1;
    word->first = self->link_count;
    word->count = PyTuple_Check(terms) ? PyTuple_Size(terms) : 0;
    int failed = word->count < 1 || reserve(&self->links, word->first + word->count, &self->link_room,
                                            sizeof *self->links) < 0;
    if (!failed) {
        int is_stop = PySet_Contains(self->stop_words, PyTuple_GetItem(terms, 0));
        word->carries_meaning = is_stop == 0;
        failed = is_stop < 0;
    }
    for (Py_ssize_t at = 0; at < word->count && !failed; at++) {
        Py_ssize_t number = number_of_term(self, PyTuple_GetItem(terms, at));
        failed = number < 0;
        if (!failed) self->links[word->first + at] = (int32_t)number;
    }
    Py_DECREF(terms);
    if (failed && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a word has a tuple of terms, and at least one");
    return failed ? -1 : 0;
}

/* What is known of a word; a long one is forgotten at the next. Returns -1 with an exception. */
static int look_up(Tail *self, const char *text, Py_ssize_t size, Word *found) {
    uint32_t hash = hash_of(text, size);
    if (size > LONGEST_KNOWN) return ask_terms(self, text, size, found);
    if (widen(&self->word_table, self->words, sizeof *self->words, self->word_count) < 0) return -1;
    Py_ssize_t slot = slot_of(&self->word_table, self->words, sizeof *self->words, self->arena, text, size, hash);
    if (self->word_table.slots[slot]) {
        *found = self->words[self->word_table.slots[slot] - 1];
        return 0;
    }
    if (ask_terms(self, text, size, found) < 0 || keep_text(self, text, size, hash, &found->key) < 0 ||
        reserve(&self->words, self->word_count + 1, &self->word_room, sizeof *self->words) < 0)
        return -1;
    self->link_count += found->count;
    self->words[self->word_count] = *found;
    self->word_table.slots[slot] = (int32_t)++self->word_count;
    return 0;
}

static int count_words(Tail *self, const char *text, Py_ssize_t size, Py_ssize_t *length) {
    Py_ssize_t word_size;
    for (Py_ssize_t at = 0; (word_size = next_word(text, size, &at)) > 0; at += word_size) {
        Word word = {0};
        if (look_up(self, text + at, word_size, &word) < 0) return -1;
        for (Py_ssize_t link = 0; link < word.count; link++)
            if (count_term(self, self->links[word.first + link], 1) < 0) return -1;
        *length += word.carries_meaning;
    }
    return 0;
}

static int count_counted(Tail *self, PyObject *counts) {
    PyObject *term, *count;
    Py_ssize_t at = 0;
    while (PyDict_Next(counts, &at, &term, &count)) {
        Py_ssize_t number = number_of_term(self, term);
        long times = PyLong_AsLong(count);
        if (number < 0 || (times == -1 && PyErr_Occurred()) || count_term(self, number, times) < 0) return -1;
    }
    return 0;
}

/* Append the document to the list of each of its terms: all of them, or with an exception none. */
static int enter_touched(Tail *self, long long number, Py_ssize_t length) {
    double norm = self->saturation * log2(1 + (double)length / self->typical);
    for (Py_ssize_t at = 0; at < self->touched_count; at++) {
        Term *term = &self->terms[self->touched[at]];
        if (reserve(&term->postings, term->count + 1, &term->room, sizeof *term->postings) < 0) return -1;
    }
    for (Py_ssize_t at = 0; at < self->touched_count; at++) {
        Term *term = &self->terms[self->touched[at]];
        double times = (double)term->times;
        long long impact = (long long)rint(self->mention + self->rest * times / (times + norm));
        term->postings[term->count++] = number << 8 | impact;
    }
    return 0;
}

static PyObject *finish(Tail *self, int failed) {
    for (Py_ssize_t at = 0; at < self->touched_count; at++) self->terms[self->touched[at]].times = 0;
    self->touched_count = 0;
    self->busy = 0;
    if (failed) return NULL;
    Py_RETURN_NONE;
}

static int begin(Tail *self) {
    if (self->busy) PyErr_SetString(PyExc_RuntimeError, "another thread is entering a document");
    else self->busy = 1;
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *tail_enter(PyObject *object, PyObject *arguments) {
    Tail *self = (Tail *)object;
    long long number;
    const char *text;
    Py_ssize_t size, length = 0;
    if (!PyArg_ParseTuple(arguments, "Ls#", &number, &text, &size) || begin(self) < 0) return NULL;
    return finish(self, count_words(self, text, size, &length) < 0 || enter_touched(self, number, length) < 0);
}

static PyObject *tail_enter_counts(PyObject *object, PyObject *arguments) {
    Tail *self = (Tail *)object;
    long long number;
    PyObject *counts;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(arguments, "LO!n", &number, &PyDict_Type, &counts, &length) || begin(self) < 0) return NULL;
    return finish(self, count_counted(self, counts) < 0 || enter_touched(self, number, length) < 0);
}

static PyObject *tail_of_term(PyObject *object, PyObject *wanted) {
    Tail *self = (Tail *)object;
    Py_ssize_t size = 0;
    const char *text = PyUnicode_AsUTF8AndSize(wanted, &size);
    if (text == NULL) return NULL;
    if (self->term_count == 0) Py_RETURN_NONE;
    uint32_t hash = hash_of(text, size);
    Py_ssize_t slot = slot_of(&self->term_table, self->terms, sizeof *self->terms, self->arena, text, size, hash);
    const Term *term = self->term_table.slots[slot] ? &self->terms[self->term_table.slots[slot] - 1] : NULL;
    if (term == NULL || term->count == 0) Py_RETURN_NONE;
    return PyBytes_FromStringAndSize((const char *)term->postings, term->count * (Py_ssize_t)sizeof(int64_t));
}

/* Append the rows of one term to the list: (term, block, entries), an entry being number (two bytes, little-endian)
   and impact. */
static int add_rows(PyObject *rows, const Term *term, const char *arena, int block_bits, char *buffer) {
    for (Py_ssize_t at = 0; at < term->count;) {
        int64_t block = term->postings[at] >> (8 + block_bits);
        Py_ssize_t bytes = 0;
        for (; at < term->count && term->postings[at] >> (8 + block_bits) == block; at++) {
            int64_t within = (term->postings[at] >> 8) & ((1 << block_bits) - 1);
            buffer[bytes++] = (char)(within & 255);
            buffer[bytes++] = (char)(within >> 8);
            buffer[bytes++] = (char)(term->postings[at] & 255);
        }
        PyObject *row = Py_BuildValue("(s#Ly#)", arena + term->key.start, (Py_ssize_t)term->key.size,
                                      (long long)block, buffer, bytes);
        int failed = row == NULL || PyList_Append(rows, row) < 0;
        Py_XDECREF(row);
        if (failed) return -1;
    }
    return 0;
}

static PyObject *tail_rows(PyObject *object, PyObject *arguments) {
    Tail *self = (Tail *)object;
    int block_bits;
    if (!PyArg_ParseTuple(arguments, "i", &block_bits)) return NULL;
    if (block_bits < 1 || block_bits > 16) return PyErr_Format(PyExc_ValueError, "a block has 2 to 65,536 documents");
    PyObject *rows = PyList_New(0);
    char *buffer = NULL;
    Py_ssize_t room = 0;
    int failed = rows == NULL;
    for (Py_ssize_t number = 0; number < self->term_count && !failed; number++) {
        const Term *term = &self->terms[number];
        failed = reserve(&buffer, 3 * term->count, &room, 1) < 0 ||
                 add_rows(rows, term, self->arena, block_bits, buffer) < 0;
    }
    PyMem_Free(buffer);
    if (failed) Py_CLEAR(rows);
    return rows;
}

static PyObject *tail_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"terms_of_word", "stop_words", "mention", "rest", "saturation", "typical", NULL};
    PyObject *terms_of_word, *stop_words;
    double mention, rest, saturation, typical;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOdddd", names, &terms_of_word, &stop_words, &mention, &rest,
                                     &saturation, &typical))
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Tail *self = (Tail *)allocate(type, 0); /* all zero */
    if (self == NULL) return NULL;
    self->terms_of_word = Py_NewRef(terms_of_word);
    self->stop_words = Py_NewRef(stop_words);
    self->mention = mention, self->rest = rest, self->saturation = saturation, self->typical = typical;
    return (PyObject *)self;
}

static void tail_dealloc(PyObject *object) {
    Tail *self = (Tail *)object;
    PyTypeObject *type = Py_TYPE(object);
    for (Py_ssize_t number = 0; number < self->term_count; number++) PyMem_Free(self->terms[number].postings);
    PyMem_Free(self->arena);
    PyMem_Free(self->terms);
    PyMem_Free(self->words);
    PyMem_Free(self->links);
    PyMem_Free(self->touched);
    PyMem_Free(self->term_table.slots);
    PyMem_Free(self->word_table.slots);
    Py_XDECREF(self->terms_of_word);
    Py_XDECREF(self->stop_words);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

static PyMethodDef tail_methods[] = {
    {"enter", tail_enter, METH_VARARGS, "enter(number, text)\n\nEnter a document whose text is ASCII."},
    {"enter_counts", tail_enter_counts, METH_VARARGS,
     "enter_counts(number, counts, length)\n\nEnter a document whose terms are counted."},
    {"of_term", tail_of_term, METH_O, "of_term(term) -> int64s as bytes, or None"},
    {"rows", tail_rows, METH_VARARGS, "rows(block_bits) -> [(term, block, entries)]"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot tail_slots[] = {
    {Py_tp_new, tail_new},
    {Py_tp_dealloc, tail_dealloc},
    {Py_tp_methods, tail_methods},
    {Py_tp_doc, "Posting lists of the fresh tail. See reme_gateway.index.fresh_tail.TailPostings."},
    {0, NULL},
};

PyType_Spec tail_spec = {"reme_gateway._native.Tail", sizeof(Tail), 0, Py_TPFLAGS_DEFAULT, tail_slots};

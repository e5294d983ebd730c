/* Counting a text's terms. tokens.py says what is computed, and does it where this was not compiled. */

#include "native.h"

#include <string.h>

static int is_letter_or_digit(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static int is_joiner(unsigned char c) {
    switch (c) {
        case '_': case '-': case '.': case '/': case '\\': case ':': case '@': case '\'':
            return 1;
        default:
            return 0;
    }
}

/* The next word at or behind `at`, as tokens._ASCII_WORD finds it; returns its length, 0 at the end. */
Py_ssize_t next_word(const char *text, Py_ssize_t size, Py_ssize_t *at) {
    Py_ssize_t start = *at;
    while (start < size && !is_letter_or_digit((unsigned char)text[start])) start++;
    Py_ssize_t end = start;
    while (end < size && (is_letter_or_digit((unsigned char)text[end]) || is_joiner((unsigned char)text[end]))) end++;
    if (end > start)
        for (int signs = 0; signs < 2 && end < size && (text[end] == '+' || text[end] == '#'); signs++) end++;
    *at = start;
    return end - start;
}

/* The distinct words of one text and how often each occurs, in order of appearance. */
typedef struct {
    Py_ssize_t start, size, times;
    uint32_t hash;
} Word;

typedef struct {
    Word *words;
    Py_ssize_t count, room;
    Py_ssize_t *slots; /* index + 1 of a word, 0 for none; twice as many as words at least */
    Py_ssize_t slot_count;
} Words;

static void place_word(Words *words, Py_ssize_t index) {
    Py_ssize_t slot = words->words[index].hash & (words->slot_count - 1);
    while (words->slots[slot]) slot = (slot + 1) & (words->slot_count - 1);
    words->slots[slot] = index + 1;
}

static int grow(Words *words) {
    Py_ssize_t room = words->room ? 2 * words->room : 256;
    Word *more = PyMem_Realloc(words->words, (size_t)room * sizeof *more);
    if (more != NULL) words->words = more;
    Py_ssize_t *slots = PyMem_Calloc((size_t)room * 2, sizeof *slots);
    if (more == NULL || slots == NULL) {
        PyMem_Free(slots);
        PyErr_NoMemory();
        return -1;
    }
    PyMem_Free(words->slots);
    words->slots = slots;
    words->slot_count = 2 * room;
    words->room = room;
    for (Py_ssize_t at = 0; at < words->count; at++) place_word(words, at);
    return 0;
}

static int see_word(Words *words, const char *text, Py_ssize_t start, Py_ssize_t size) {
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (Py_ssize_t at = 0; at < size; at++) hash = (hash ^ (unsigned char)text[start + at]) * 16777619u;
    if (words->count == words->room && grow(words) < 0) return -1;
    Py_ssize_t slot = hash & (words->slot_count - 1);
    for (; words->slots[slot]; slot = (slot + 1) & (words->slot_count - 1)) {
        Word *word = &words->words[words->slots[slot] - 1];
        if (word->hash == hash && word->size == size && memcmp(text + word->start, text + start, (size_t)size) == 0) {
            word->times++;
            return 0;
        }
    }
    words->words[words->count] = (Word){start, size, 1, hash};
    words->slots[slot] = ++words->count;
    return 0;
}

static int add(PyObject *counts, PyObject *term, Py_ssize_t times) {
    PyObject *known = PyDict_GetItemWithError(counts, term);
    if (known == NULL && PyErr_Occurred()) return -1;
    PyObject *count = PyLong_FromSsize_t(known == NULL ? times : PyLong_AsSsize_t(known) + times);
    int failed = count == NULL || PyDict_SetItem(counts, term, count) < 0;
    Py_XDECREF(count);
    return failed ? -1 : 0;
}

/* Count the terms of one word; returns 1 when the word carries meaning, 0 when not, -1 with an exception. */
static int count_word(PyObject *counts, PyObject *word, Py_ssize_t times, PyObject *known, PyObject *terms_of_word,
                      PyObject *stop) {
    PyObject *terms = PyDict_GetItemWithError(known, word);
    if (terms == NULL && PyErr_Occurred()) return -1;
    if (terms == NULL)
        terms = PyObject_CallFunctionObjArgs(terms_of_word, word, NULL);
    else
        Py_INCREF(terms);
    if (terms == NULL) return -1;
    Py_ssize_t count = PyTuple_Size(terms);
    int carries = count > 0 ? PySet_Contains(stop, PyTuple_GetItem(terms, 0)) : -1;
    if (carries >= 0) carries = !carries;
    for (Py_ssize_t at = 0; at < count && carries >= 0; at++)
        if (add(counts, PyTuple_GetItem(terms, at), times) < 0) carries = -1;
    Py_DECREF(terms);
    return carries;
}

const char analyze_doc[] =
    "analyze(text, known, terms_of_word, stop_words) -> (counts, length)\n\n"
    "Of an ASCII text. See reme_gateway.index.tokens.analyze.";

PyObject *native_analyze(PyObject *module, PyObject *arguments) {
    (void)module;
    const char *text;
    Py_ssize_t size, at = 0, length = 0, word_size;
    PyObject *known, *terms_of_word, *stop;
    if (!PyArg_ParseTuple(arguments, "s#OOO", &text, &size, &known, &terms_of_word, &stop)) return NULL;
    Words words = {NULL, 0, 0, NULL, 0};
    PyObject *counts = PyDict_New();
    int failed = counts == NULL;
    for (; !failed && (word_size = next_word(text, size, &at)) > 0; at += word_size)
        failed = see_word(&words, text, at, word_size) < 0;
    for (Py_ssize_t index = 0; !failed && index < words.count; index++) {
        const Word *seen = &words.words[index];
        PyObject *word = PyUnicode_FromStringAndSize(text + seen->start, seen->size);
        int carries = word == NULL ? -1 : count_word(counts, word, seen->times, known, terms_of_word, stop);
        Py_XDECREF(word);
        failed = carries < 0;
        if (carries > 0) length += seen->times;
    }
    PyMem_Free(words.words);
    PyMem_Free(words.slots);
    if (!failed) return Py_BuildValue("(Nn)", counts, length);
    Py_XDECREF(counts);
    return NULL;
}

/* The two loops that an append spends most of its time in: counting a text's terms, and entering them in
   the fresh tail. tokens.py and fresh_tail.py say what is computed, and do it where this was not compiled. */

#include "native.h"

#include <math.h>

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
static Py_ssize_t next_word(const char *text, Py_ssize_t size, Py_ssize_t *at) {
    Py_ssize_t start = *at;
    while (start < size && !is_letter_or_digit((unsigned char)text[start])) start++;
    Py_ssize_t end = start;
    while (end < size && (is_letter_or_digit((unsigned char)text[end]) || is_joiner((unsigned char)text[end]))) end++;
    if (end > start)
        for (int signs = 0; signs < 2 && end < size && (text[end] == '+' || text[end] == '#'); signs++) end++;
    *at = start;
    return end - start;
}

static int add_one(PyObject *counts, PyObject *term) {
    PyObject *known = PyDict_GetItemWithError(counts, term);
    if (known == NULL && PyErr_Occurred()) return -1;
    PyObject *count = PyLong_FromSsize_t(known == NULL ? 1 : PyLong_AsSsize_t(known) + 1);
    int failed = count == NULL || PyDict_SetItem(counts, term, count) < 0;
    Py_XDECREF(count);
    return failed ? -1 : 0;
}

/* Count the terms of one word; returns 1 when the word carries meaning, 0 when not, -1 with an exception. */
static int count_word(PyObject *counts, PyObject *word, PyObject *known, PyObject *terms_of_word, PyObject *stop) {
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
        if (add_one(counts, PyTuple_GetItem(terms, at)) < 0) carries = -1;
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
    PyObject *counts = PyDict_New();
    if (counts == NULL) return NULL;
    while ((word_size = next_word(text, size, &at)) > 0) {
        PyObject *word = PyUnicode_FromStringAndSize(text + at, word_size);
        int carries = word == NULL ? -1 : count_word(counts, word, known, terms_of_word, stop);
        Py_XDECREF(word);
        if (carries < 0) {
            Py_DECREF(counts);
            return NULL;
        }
        length += carries;
        at += word_size;
    }
    return Py_BuildValue("(Nn)", counts, length);
}

static int enter_one(PyObject *postings, PyObject *term, PyObject *posting, PyObject *new_list, PyObject *append) {
    PyObject *list = PyDict_GetItemWithError(postings, term);
    if (list == NULL && PyErr_Occurred()) return -1;
    PyObject *done;
    if (list != NULL) {
        done = PyObject_CallMethodObjArgs(list, append, posting, NULL);
    } else {
        done = PyObject_CallFunctionObjArgs(new_list, posting, NULL);
        if (done != NULL && PyDict_SetItem(postings, term, done) < 0) Py_CLEAR(done);
    }
    Py_XDECREF(done);
    return done == NULL ? -1 : 0;
}

const char enter_doc[] =
    "enter(postings, counts, new_list, base, mention, rest, norm)\n\n"
    "Append a document's posting to the list of each of its terms. See reme_gateway.index.fresh_tail.";

PyObject *native_enter(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *postings, *counts, *new_list, *term, *count;
    long long base;
    double mention, rest, norm;
    if (!PyArg_ParseTuple(arguments, "O!O!OLddd", &PyDict_Type, &postings, &PyDict_Type, &counts, &new_list, &base,
                          &mention, &rest, &norm))
        return NULL;
    PyObject *append = PyUnicode_InternFromString("append");
    PyObject *single = PyLong_FromLongLong(base | (long long)rint(mention + rest / (1 + norm)));
    int failed = append == NULL || single == NULL;
    Py_ssize_t at = 0;
    while (!failed && PyDict_Next(counts, &at, &term, &count)) {
        long times = PyLong_AsLong(count);
        PyObject *posting = single;
        if (times == 1)
            Py_INCREF(posting);
        else
            posting = PyLong_FromLongLong(base | (long long)rint(mention + rest * (double)times / ((double)times + norm)));
        failed = posting == NULL || enter_one(postings, term, posting, new_list, append) < 0;
        Py_XDECREF(posting);
    }
    Py_XDECREF(append);
    Py_XDECREF(single);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

/* `Needles`: which of many short texts stand in a text, found in one pass.

   jobs/suspects.py looks for the first literals of all redaction patterns with it. Each needle waits at one of its
   pairs of characters, its rarest; only where that pair stands is the needle compared. */

#include "native.h"

#include <string.h>

#define PAIRS 65536

typedef struct {
    const char *text; /* of the Python string in `kept` */
    Py_ssize_t size, pair; /* `pair`: where in the needle its pair begins */
    int any_case, next; /* index + 1 of another needle with the same pair, 0 for none */
} Needle;

typedef struct {
    PyObject_HEAD
    PyObject *kept;
    Needle *needles;
    Py_ssize_t count;
    int32_t *first; /* by pair: index + 1 of a needle */
} Needles;

static unsigned char lower(unsigned char c) {
    return c >= 'A' && c <= 'Z' ? (unsigned char)(c + 32) : c;
}

static int is_there(const Needle *needle, const char *text, Py_ssize_t size, Py_ssize_t pair_at) {
    Py_ssize_t start = pair_at - needle->pair;
    if (start < 0 || start + needle->size > size) return 0;
    for (Py_ssize_t at = 0; at < needle->size; at++) {
        unsigned char found = (unsigned char)text[start + at];
        if ((needle->any_case ? lower(found) : found) != (unsigned char)needle->text[at]) return 0;
    }
    return 1;
}

/* Note the needles that wait at this pair and are there. */
static void look(const Needles *self, uint32_t pair, int any_case, const char *text, Py_ssize_t size, Py_ssize_t at,
                 char *found) {
    for (int32_t index = self->first[pair]; index; index = self->needles[index - 1].next) {
        const Needle *needle = &self->needles[index - 1];
        if (needle->any_case == any_case && !found[index - 1] && is_there(needle, text, size, at)) found[index - 1] = 1;
    }
}

static PyObject *needles_find(PyObject *object, PyObject *given) {
    Needles *self = (Needles *)object;
    Py_ssize_t size = 0;
    const char *text = PyUnicode_AsUTF8AndSize(given, &size);
    if (text == NULL) return NULL;
    char *found = PyMem_Calloc((size_t)self->count + 1, 1);
    if (found == NULL) return PyErr_NoMemory();
    for (Py_ssize_t at = 0; at + 1 < size; at++) {
        unsigned char left = (unsigned char)text[at], right = (unsigned char)text[at + 1];
        uint32_t pair = (uint32_t)left << 8 | right, lowered = (uint32_t)lower(left) << 8 | lower(right);
        if (self->first[pair]) look(self, pair, 0, text, size, at, found);
        if (self->first[lowered]) look(self, lowered, 1, text, size, at, found);
    }
    PyObject *numbers = PyList_New(0);
    for (Py_ssize_t index = 0; index < self->count && numbers != NULL; index++) {
        if (!found[index]) continue;
        PyObject *number = PyLong_FromSsize_t(index);
        if (number == NULL || PyList_Append(numbers, number) < 0) Py_CLEAR(numbers);
        Py_XDECREF(number);
    }
    PyMem_Free(found);
    return numbers;
}

/* `item` is (text, where its pair begins, any case). Returns -1 with an exception. */
static int read_needle(Needles *self, PyObject *item, Py_ssize_t index) {
    Needle *needle = &self->needles[index];
    if (!PyArg_ParseTuple(item, "s#np", &needle->text, &needle->size, &needle->pair, &needle->any_case)) return -1;
    if (needle->pair < 0 || needle->pair + 2 > needle->size) {
        PyErr_SetString(PyExc_ValueError, "a needle's pair of characters lies outside of it");
        return -1;
    }
    const unsigned char *pair = (const unsigned char *)needle->text + needle->pair;
    int32_t *slot = &self->first[(uint32_t)pair[0] << 8 | pair[1]];
    needle->next = *slot;
    *slot = (int32_t)index + 1;
    return 0;
}

static PyObject *needles_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"needles", NULL};
    PyObject *given;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O", names, &given)) return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Needles *self = (Needles *)allocate(type, 0); /* all zero */
    if (self == NULL) return NULL;
    self->kept = PySequence_Tuple(given);
    if (self->kept != NULL) {
        self->count = PyTuple_Size(self->kept);
        self->needles = PyMem_Calloc((size_t)self->count + 1, sizeof *self->needles);
        self->first = PyMem_Calloc(PAIRS, sizeof *self->first);
        if (self->needles == NULL || self->first == NULL) PyErr_NoMemory();
    }
    for (Py_ssize_t index = 0; index < self->count && !PyErr_Occurred(); index++)
        (void)read_needle(self, PyTuple_GetItem(self->kept, index), index);
    if (PyErr_Occurred()) Py_CLEAR(self);
    return (PyObject *)self;
}

static void needles_dealloc(PyObject *object) {
    Needles *self = (Needles *)object;
    PyTypeObject *type = Py_TYPE(object);
    PyMem_Free(self->needles);
    PyMem_Free(self->first);
    Py_XDECREF(self->kept);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

static PyMethodDef needles_methods[] = {
    {"find", needles_find, METH_O, "find(text) -> numbers of the needles that stand in an ASCII text, ascending"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot needles_slots[] = {
    {Py_tp_new, needles_new},
    {Py_tp_dealloc, needles_dealloc},
    {Py_tp_methods, needles_methods},
    {Py_tp_doc, "Needles([(text, pair, any_case)]): of the latter the text is in lower case."},
    {0, NULL},
};

PyType_Spec needles_spec = {"reme_gateway._native.Needles", sizeof(Needles), 0, Py_TPFLAGS_DEFAULT, needles_slots};

/* `rank` as Python calls it: arguments are checked and borrowed here, rank.c computes. */

#include "rank.h"

/* Buffers of the arguments, to be released together. */
typedef struct {
    Py_buffer *views;
    Py_ssize_t count, room;
} Views;

static const void *view(Views *views, PyObject *object, int flags, Py_ssize_t *bytes) {
    if (views->count == views->room) {
        Py_ssize_t room = views->room ? 2 * views->room : 32;
        Py_buffer *more = PyMem_Realloc(views->views, (size_t)room * sizeof *more);
        if (more == NULL) return PyErr_NoMemory();
        views->views = more;
        views->room = room;
    }
    Py_buffer *held = &views->views[views->count];
    if (PyObject_GetBuffer(object, held, flags) < 0) return NULL;
    views->count++;
    if (bytes != NULL) *bytes = held->len;
    return held->buf;
}

static void release(Views *views) {
    for (Py_ssize_t at = 0; at < views->count; at++) PyBuffer_Release(&views->views[at]);
    PyMem_Free(views->views);
}

static int read_part(Views *views, PyObject *source, Part *part) {
    PyObject *numbers, *impacts;
    if (!PyArg_ParseTuple(source, "OO", &numbers, &impacts)) return -1;
    Py_ssize_t bytes = 0;
    part->impacts = view(views, impacts, PyBUF_SIMPLE, &part->length);
    if (part->impacts == NULL) return -1;
    part->numbers = NULL;
    if (numbers == Py_None) return 0;
    part->numbers = view(views, numbers, PyBUF_SIMPLE, &bytes);
    if (part->numbers == NULL) return -1;
    if (bytes != part->length * (Py_ssize_t)sizeof(int32_t)) {
        PyErr_SetString(PyExc_ValueError, "a posting list needs an int32 number for every impact");
        return -1;
    }
    return 0;
}

/* `source` is a sequence of (weight, word's bit, parts). */
static int read_terms(Views *views, PyObject *source, Job *job, Part **parts) {
    Py_ssize_t count = PySequence_Size(source);
    if (count < 0) return -1;
    job->terms = PyMem_Calloc((size_t)count + 1, sizeof *job->terms);
    Py_ssize_t used = 0, room = 0;
    if (job->terms == NULL) return PyErr_NoMemory() == NULL ? -1 : 0;
    for (Py_ssize_t at = 0; at < count; at++) {
        Term *term = &job->terms[at];
        PyObject *item = PySequence_GetItem(source, at), *lists = NULL;
        unsigned long long word = 0;
        int weight = 0, fine = item != NULL && PyArg_ParseTuple(item, "iKO", &weight, &word, &lists);
        Py_XDECREF(item); /* the caller's sequence goes on holding it */
        if (!fine) return -1;
        term->weight = weight;
        term->word = word;
        term->part_count = PySequence_Size(lists);
        if (term->part_count < 0) return -1;
        if (used + term->part_count > room) {
            room = 2 * (used + term->part_count);
            Part *more = PyMem_Realloc(*parts, (size_t)room * sizeof *more);
            if (more == NULL) return PyErr_NoMemory() == NULL ? -1 : 0;
            *parts = more;
        }
        for (Py_ssize_t p = 0; p < term->part_count; p++) {
            PyObject *pair = PySequence_GetItem(lists, p);
            int failed = pair == NULL || read_part(views, pair, &(*parts)[used + p]) < 0;
            Py_XDECREF(pair);
            if (failed) return -1;
        }
        used += term->part_count;
    }
    /* Only now, because the array may have moved while it grew. */
    const Part *next = *parts;
    for (Py_ssize_t at = 0; at < count; at++) {
        job->terms[at].parts = next;
        next += job->terms[at].part_count;
    }
    job->term_count = count;
    return 0;
}

static int read_filter(PyObject *source, Job *job) {
    if (source == Py_None) return 0;
    unsigned long long session = 0;
    job->filtered = 1;
    if (!PyArg_ParseTuple(source, "ipKd", &job->scope, &job->excluding, &session, &job->after)) return -1;
    job->session = session;
    return 0;
}

static int check_sizes(const Job *job, Py_ssize_t rows, Py_ssize_t links, Py_ssize_t places) {
    if (rows >= job->documents * (Py_ssize_t)sizeof(Row) && links >= job->documents * 4 &&
        places >= job->documents * 8)
        return 0;
    PyErr_SetString(PyExc_ValueError, "a column of the catalog is too short");
    return -1;
}

/* A number outside the catalog would be read from, and written to, somebody else's memory. */
static int check_numbers(const Job *job) {
    for (Py_ssize_t t = 0; t < job->term_count; t++) {
        for (Py_ssize_t p = 0; p < job->terms[t].part_count; p++) {
            const Part *part = &job->terms[t].parts[p];
            int dense = part->numbers == NULL;
            Py_ssize_t last = part->length == 0 ? -1 : dense ? part->length - 2 : part->numbers[part->length - 1];
            if (last >= job->documents || (!dense && part->length && part->numbers[0] < 0)) {
                PyErr_SetString(PyExc_ValueError, "a posting names a document that the catalog does not have");
                return -1;
            }
        }
    }
    return 0;
}

const char rank_doc[] =
    "rank(rows, before, behind, places, scopes, scratch, documents, terms, allowed, seeds, candidates, enough,\n"
    "     by_distance, whole) -> (documents, scores, telling)\n\n"
    "Best first. See reme_gateway.index.ranking.rank.";

PyObject *native_rank(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *rows, *before, *behind, *places, *scopes, *scratch, *terms, *filter, *by_distance;
    Job job = {0};
    double whole;
    if (!PyArg_ParseTuple(arguments, "OOOOOOnOOnnnOd", &rows, &before, &behind, &places, &scopes, &scratch,
                          &job.documents, &terms, &filter, &job.seeds, &job.candidates, &job.enough,
                          &by_distance, &whole))
        return NULL;
    Views views = {NULL, 0, 0};
    Part *parts = NULL;
    PyObject *result = NULL;
    Py_ssize_t sizes[6] = {0}, distances = 0;
    if ((job.rows = view(&views, rows, PyBUF_SIMPLE, &sizes[0])) != NULL &&
        (job.before = view(&views, before, PyBUF_SIMPLE, &sizes[1])) != NULL &&
        (job.behind = view(&views, behind, PyBUF_SIMPLE, &sizes[2])) != NULL &&
        (job.places = view(&views, places, PyBUF_SIMPLE, &sizes[3])) != NULL &&
        (job.scopes = view(&views, scopes, PyBUF_SIMPLE, &sizes[4])) != NULL &&
        (job.scratch = (int32_t *)view(&views, scratch, PyBUF_WRITABLE, &sizes[5])) != NULL &&
        (job.by_distance = view(&views, by_distance, PyBUF_SIMPLE, &distances)) != NULL) {
        Py_ssize_t shortest = sizes[1];
        for (int at = 2; at < 6; at++)
            if (at != 3 && sizes[at] < shortest) shortest = sizes[at];
        job.reach = distances / (Py_ssize_t)sizeof(int64_t) - 1;
        if (check_sizes(&job, sizes[0], shortest, sizes[3]) == 0 && read_terms(&views, terms, &job, &parts) == 0 &&
            read_filter(filter, &job) == 0 && check_numbers(&job) == 0)
            result = rank_job(&job, whole);
    }
    release(&views);
    PyMem_Free(job.terms);
    PyMem_Free(parts);
    return result;
}

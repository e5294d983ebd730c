/* One ranking: what rank_call.c read from its arguments, and rank.c computes with. */

#ifndef REME_RANK_H
#define REME_RANK_H

#include "native.h"

/* A row of the catalog: catalog.py, ROW. */
typedef struct {
    int32_t file, line;
    uint64_t scope, session;
    double created;
    uint64_t id;
} Row;

/* Documents with a term: `numbers` in ascending order, or without them a column over all documents. */
typedef struct {
    const int32_t *numbers;
    const uint8_t *impacts;
    Py_ssize_t length;
} Part;

typedef struct {
    int32_t weight;
    uint64_t word;
    const Part *parts;
    Py_ssize_t part_count;
} Term;

typedef struct {
    const Row *rows;
    const int32_t *before, *behind, *scopes;
    const int64_t *places;
    int32_t *scratch; /* one number per document, all of them 0 between two calls */
    Py_ssize_t documents;
    Term *terms;
    Py_ssize_t term_count;
    int filtered, excluding;
    int32_t scope;
    uint64_t session;
    double after;
    Py_ssize_t seeds, candidates, enough;
    const int64_t *by_distance;
    Py_ssize_t reach;
} Job;

/* (documents, scores, telling), best first; NULL with an exception. `whole` is the sum that scores 1. */
PyObject *rank_job(const Job *job, double whole);

#endif

/* `rank` of reme_gateway.index.ranking, once more: the same numbers in a tenth of the time.

   ranking.py says what is computed and why, and is what runs where this could not be compiled. A test holds
   the two against each other. All sums are of whole numbers, so their order does not matter. */

#include "rank.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
    int32_t document;
    int64_t sum;
} Candidate;

typedef struct {
    int64_t place;
    int32_t document;
} Near;

typedef struct {
    double score;
    int32_t document;
    int telling;
} Scored;

static int allowed(const Job *job, int32_t document) {
    if (!job->filtered) return 1;
    if (job->scopes[document] != job->scope) return 0;
    if (!job->excluding) return 1;
    const Row *row = &job->rows[document];
    return row->session != job->session || row->created <= job->after;
}

static int32_t impact_in(const Part *part, int32_t document) {
    if (part->numbers == NULL) return document < part->length ? part->impacts[document] : 0;
    const int32_t *base = part->numbers;
    Py_ssize_t left = part->length;
    if (left == 0) return 0;
    while (left > 1) {
        Py_ssize_t half = left / 2;
        base += base[half] <= document ? half : 0;
        left -= half;
    }
    return *base == document ? part->impacts[base - part->numbers] : 0;
}

static int64_t worth(const Term *term, int32_t document) {
    int32_t impact = 0;
    for (Py_ssize_t at = 0; at < term->part_count; at++) impact += impact_in(&term->parts[at], document);
    return (int64_t)impact * term->weight;
}

/* Whether `left` is the worse of two candidates; of equals the greater identity is. */
static int is_worse(const Row *rows, const Candidate *left, const Candidate *right) {
    if (left->sum != right->sum) return left->sum < right->sum;
    return rows[left->document].id > rows[right->document].id;
}

static void sink(const Row *rows, Candidate *heap, Py_ssize_t size, Py_ssize_t at) {
    for (;;) {
        Py_ssize_t child = 2 * at + 1;
        if (child >= size) return;
        if (child + 1 < size && is_worse(rows, &heap[child + 1], &heap[child])) child++;
        if (!is_worse(rows, &heap[child], &heap[at])) return;
        Candidate moved = heap[at];
        heap[at] = heap[child];
        heap[child] = moved;
        at = child;
    }
}

/* Keep the best `wanted` of `count` > `wanted` candidates in front, by way of a heap. */
static void select_by_heap(const Row *rows, Candidate *all, Py_ssize_t count, Py_ssize_t wanted) {
    for (Py_ssize_t at = wanted / 2; at-- > 0;) sink(rows, all, wanted, at);
    for (Py_ssize_t at = wanted; at < count; at++) {
        if (is_worse(rows, &all[0], &all[at])) {
            all[0] = all[at];
            sink(rows, all, wanted, 0);
        }
    }
}

/* Move the best `wanted` candidates to the front, in no order; returns how many there are.

   A histogram of the sums tells from which bucket on candidates are in; only those of the last bucket are
   compared one by one. A heap over all of them would mispredict a branch at almost every step. */
static Py_ssize_t best(const Row *rows, Candidate *all, Py_ssize_t count, Py_ssize_t wanted) {
    enum { BUCKETS = 1024 };
    if (count <= wanted) return count;
    if (wanted <= 0) return 0;
    int64_t lowest = all[0].sum, highest = all[0].sum;
    for (Py_ssize_t at = 1; at < count; at++) {
        if (all[at].sum < lowest) lowest = all[at].sum;
        if (all[at].sum > highest) highest = all[at].sum;
    }
    int shift = 0;
    while ((highest - lowest) >> shift >= BUCKETS) shift++;
    Py_ssize_t sizes[BUCKETS] = {0};
    for (Py_ssize_t at = 0; at < count; at++) sizes[(all[at].sum - lowest) >> shift]++;
    Py_ssize_t last = BUCKETS - 1, sure = 0;
    while (sure + sizes[last] < wanted) sure += sizes[last--];
    int64_t from = lowest + ((int64_t)last << shift), above = lowest + ((int64_t)(last + 1) << shift);
    Py_ssize_t kept = 0, front = 0;
    for (Py_ssize_t at = 0; at < count; at++) {
        all[kept] = all[at];
        kept += all[at].sum >= from;
    }
    for (Py_ssize_t at = 0; at < kept; at++) {
        if (all[at].sum < above) continue;
        Candidate moved = all[front];
        all[front++] = all[at];
        all[at] = moved;
    }
    if (kept > wanted) select_by_heap(rows, all + sure, kept - sure, wanted - sure);
    return wanted;
}

typedef struct {
    int32_t *items;
    Py_ssize_t count, room;
} Numbers;

static int push(Numbers *numbers, int32_t value) {
    if (numbers->count == numbers->room) {
        Py_ssize_t room = numbers->room ? 2 * numbers->room : 4096;
        int32_t *items = realloc(numbers->items, (size_t)room * sizeof *items);
        if (items == NULL) return -1;
        numbers->items = items;
        numbers->room = room;
    }
    numbers->items[numbers->count++] = value;
    return 0;
}

/* Add what a term counts to the scratch column; returns its allowed documents, or -1 without memory. */
static Py_ssize_t collect(const Job *job, const Term *term, Numbers *touched) {
    Py_ssize_t reached = 0;
    for (Py_ssize_t p = 0; p < term->part_count; p++) {
        const Part *part = &term->parts[p];
        for (Py_ssize_t at = 0; at < part->length; at++) {
            if (part->impacts[at] == 0) continue;
            int32_t document = part->numbers ? part->numbers[at] : (int32_t)at;
            if (!allowed(job, document)) continue;
            reached++;
            if (job->scratch[document] == 0 && push(touched, document) < 0) return -1;
            job->scratch[document] += part->impacts[at] * term->weight;
        }
    }
    return reached;
}

/* Add what a term counts to the candidates; the scratch column holds the place of each behind 1.

   Reading a short list from end to end is quicker than looking for every candidate in it. */
static void add_term(const Job *job, const Term *term, Candidate *found, Py_ssize_t count) {
    enum { STEPS_PER_SEARCH = 16 };
    for (Py_ssize_t p = 0; p < term->part_count; p++) {
        const Part *part = &term->parts[p];
        if (part->numbers == NULL || part->length > count * STEPS_PER_SEARCH) {
            for (Py_ssize_t at = 0; at < count; at++)
                found[at].sum += (int64_t)impact_in(part, found[at].document) * term->weight;
            continue;
        }
        for (Py_ssize_t at = 0; at < part->length; at++) {
            int32_t place = job->scratch[part->numbers[at]];
            if (place) found[place - 1].sum += (int64_t)part->impacts[at] * term->weight;
        }
    }
}

/* The documents that cover most of the query with their own words. NULL without memory. */
static Candidate *find_seeds(const Job *job, Py_ssize_t *count) {
    Numbers touched = {NULL, 0, 0};
    Py_ssize_t reached = 0, used = 0;
    int failed = 0;
    while (used < job->term_count && reached < job->enough && !failed) {
        Py_ssize_t more = collect(job, &job->terms[used++], &touched);
        failed = more < 0;
        reached += more;
    }
    Candidate *found = failed ? NULL : malloc((size_t)(touched.count + 1) * sizeof *found);
    for (Py_ssize_t at = 0; at < touched.count; at++) {
        int32_t document = touched.items[at];
        if (found != NULL) found[at] = (Candidate){document, job->scratch[document]};
        job->scratch[document] = 0;
    }
    Py_ssize_t left = touched.count;
    free(touched.items);
    if (found == NULL) return NULL;
    left = best(job->rows, found, left, job->candidates);
    for (Py_ssize_t at = 0; at < left; at++) job->scratch[found[at].document] = (int32_t)at + 1;
    for (Py_ssize_t t = used; t < job->term_count; t++) add_term(job, &job->terms[t], found, left);
    for (Py_ssize_t at = 0; at < left; at++) job->scratch[found[at].document] = 0;
    *count = best(job->rows, found, left, job->seeds);
    return found;
}

static int by_place(const void *left, const void *right) {
    int64_t a = ((const Near *)left)->place, b = ((const Near *)right)->place;
    return (a > b) - (a < b);
}

/* The seeds and what stands within reach in their files, by file and line. NULL without memory. */
static Near *find_surroundings(const Job *job, const Candidate *seeds, Py_ssize_t seed_count, Py_ssize_t *count) {
    Near *near = malloc((size_t)(seed_count * (2 * job->reach + 1) + 1) * sizeof *near);
    if (near == NULL) return NULL;
    const int32_t *links[2] = {job->before, job->behind};
    Py_ssize_t length = 0;
    for (Py_ssize_t s = 0; s < seed_count; s++) {
        int32_t seed = seeds[s].document;
        int64_t place = job->places[seed];
        near[length++] = (Near){place, seed};
        for (int way = 0; way < 2; way++) {
            int32_t document = seed;
            for (Py_ssize_t step = 0; step < job->reach; step++) {
                int32_t next = links[way][document];
                int64_t distance = job->places[next] - place;
                /* At an end of the file a document is its own neighbour. */
                if (next == document || distance > job->reach || distance < -job->reach) break;
                document = next;
                near[length++] = (Near){job->places[document], document};
            }
        }
    }
    qsort(near, (size_t)length, sizeof *near, by_place);
    Py_ssize_t kept = 0;
    for (Py_ssize_t at = 0; at < length; at++) {
        if (at > 0 && near[at].place == near[at - 1].place) continue;
        if (allowed(job, near[at].document)) near[kept++] = near[at];
    }
    *count = kept;
    return near;
}

static int by_score(const void *left, const void *right) {
    const Scored *a = left, *b = right;
    if (a->score != b->score) return a->score > b->score ? -1 : 1;
    return (a->document > b->document) - (a->document < b->document);
}

static int bits(uint64_t mask) {
    int count = 0;
    for (; mask; mask &= mask - 1) count++;
    return count;
}

/* Scores of those that have a word of the query or stand where several are. NULL without memory. */
static Scored *score(const Job *job, const Near *near, Py_ssize_t length, double whole, Py_ssize_t *count) {
    Scored *scored = malloc((size_t)(length + 1) * sizeof *scored);
    int64_t *sums = calloc((size_t)length + 1, sizeof *sums);
    int64_t *own = malloc(((size_t)length + 1) * sizeof *own);
    uint64_t *words = calloc((size_t)length + 1, sizeof *words);
    char *has_own = calloc((size_t)length + 1, 1);
    if (!scored || !sums || !own || !words || !has_own) {
        free(scored);
        scored = NULL;
    }
    for (Py_ssize_t t = 0; scored != NULL && t < job->term_count; t++) {
        const Term *term = &job->terms[t];
        for (Py_ssize_t at = 0; at < length; at++) own[at] = worth(term, near[at].document);
        for (Py_ssize_t at = 0; at < length; at++) {
            int64_t covered = own[at] * job->by_distance[0];
            for (Py_ssize_t other = at - job->reach; other <= at + job->reach; other++) {
                if (other < 0 || other >= length || own[other] == 0) continue;
                int64_t distance = near[at].place - near[other].place;
                if (distance < 0) distance = -distance;
                if (distance > job->reach) continue;
                int64_t counts = own[other] * job->by_distance[distance];
                if (counts > covered) covered = counts;
            }
            sums[at] += covered;
            if (covered > 0) words[at] |= term->word;
            has_own[at] |= own[at] > 0;
        }
    }
    Py_ssize_t shown = 0;
    for (Py_ssize_t at = 0; scored != NULL && at < length; at++) {
        int telling = bits(words[at]);
        if (!has_own[at] && telling < 2) continue;
        double rounded = rint((double)sums[at] / whole * 1e6) / 1e6;
        scored[shown++] = (Scored){rounded, near[at].document, telling};
    }
    if (scored != NULL) qsort(scored, (size_t)shown, sizeof *scored, by_score);
    free(sums);
    free(own);
    free(words);
    free(has_own);
    *count = shown;
    return scored;
}

static PyObject *answer(const Scored *scored, Py_ssize_t count) {
    PyObject *documents = PyList_New(count), *scores = PyList_New(count), *telling = PyList_New(count);
    int failed = documents == NULL || scores == NULL || telling == NULL;
    for (Py_ssize_t at = 0; at < count && !failed; at++) {
        PyObject *document = PyLong_FromLong(scored[at].document);
        PyObject *value = PyFloat_FromDouble(scored[at].score);
        PyObject *words = PyLong_FromLong(scored[at].telling);
        failed = document == NULL || value == NULL || words == NULL;
        PyList_SetItem(documents, at, document);
        PyList_SetItem(scores, at, value);
        PyList_SetItem(telling, at, words);
    }
    if (!failed) return Py_BuildValue("(NNN)", documents, scores, telling);
    Py_XDECREF(documents);
    Py_XDECREF(scores);
    Py_XDECREF(telling);
    return NULL;
}

PyObject *rank_job(const Job *job, double whole) {
    Py_ssize_t seed_count = 0, near_count = 0, count = 0;
    PyObject *result = NULL;
    Candidate *seeds = find_seeds(job, &seed_count);
    Near *near = seeds ? find_surroundings(job, seeds, seed_count, &near_count) : NULL;
    Scored *scored = near ? score(job, near, near_count, whole, &count) : NULL;
    if (scored == NULL)
        PyErr_NoMemory();
    else
        result = answer(scored, count);
    free(seeds);
    free(near);
    free(scored);
    return result;
}

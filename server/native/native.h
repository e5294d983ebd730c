/* What the files of the compiled module share. */

#ifndef REME_NATIVE_H
#define REME_NATIVE_H

#include <Python.h>
#include <stdint.h>

extern const char rank_doc[];
PyObject *native_rank(PyObject *module, PyObject *arguments);

extern const char analyze_doc[];
PyObject *native_analyze(PyObject *module, PyObject *arguments);

Py_ssize_t next_word(const char *text, Py_ssize_t size, Py_ssize_t *at);

extern PyType_Spec tail_spec;
extern PyType_Spec needles_spec;

#endif

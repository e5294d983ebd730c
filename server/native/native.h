/* What the files of the compiled module share. */

#ifndef REME_NATIVE_H
#define REME_NATIVE_H

#include <Python.h>
#include <stdint.h>

extern const char rank_doc[];
PyObject *native_rank(PyObject *module, PyObject *arguments);

extern const char analyze_doc[];
PyObject *native_analyze(PyObject *module, PyObject *arguments);

extern const char enter_doc[];
PyObject *native_enter(PyObject *module, PyObject *arguments);

#endif

/* reme_gateway._native: what is slow in Python, compiled. Nothing here that Python code beside it does
   not do as well; without a compiler the server is slower and answers the same. */

#include "native.h"

static PyMethodDef methods[] = {
    {"rank", native_rank, METH_VARARGS, rank_doc},
    {"analyze", native_analyze, METH_VARARGS, analyze_doc},
    {NULL, NULL, 0, NULL},
};

static int add_type(PyObject *module, const char *name, PyType_Spec *spec) {
    PyObject *type = PyType_FromSpec(spec);
    int failed = type == NULL || PyModule_AddObjectRef(module, name, type) < 0;
    Py_XDECREF(type);
    return failed ? -1 : 0;
}

static int execute(PyObject *module) {
    return add_type(module, "Tail", &tail_spec) < 0 || add_type(module, "Needles", &needles_spec) < 0 ? -1 : 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_native", "Compiled twins of what is slow in Python.", 0, methods,
    slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__native(void) {
    return PyModuleDef_Init(&definition);
}

/* reme_gateway.index._native: what is slow in Python, compiled. Nothing here that Python code beside it does
   not do as well; without a compiler the server is slower and answers the same. */

#include "native.h"

static PyMethodDef methods[] = {
    {"rank", native_rank, METH_VARARGS, rank_doc},
    {"analyze", native_analyze, METH_VARARGS, analyze_doc},
    {NULL, NULL, 0, NULL},
};

static int execute(PyObject *module) {
    PyObject *tail = PyType_FromSpec(&tail_spec);
    int failed = tail == NULL || PyModule_AddObjectRef(module, "Tail", tail) < 0;
    Py_XDECREF(tail);
    return failed ? -1 : 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_native", "Compiled twins of ranking, tokens and fresh_tail.", 0, methods,
    slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__native(void) {
    return PyModuleDef_Init(&definition);
}

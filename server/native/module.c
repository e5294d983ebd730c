/* reme_gateway.index._native: what is slow in Python, compiled. Nothing here that Python code beside it does
   not do as well; without a compiler the server is slower and answers the same. */

#include "native.h"

static PyMethodDef methods[] = {
    {"rank", native_rank, METH_VARARGS, rank_doc},
    {"analyze", native_analyze, METH_VARARGS, analyze_doc},
    {"enter", native_enter, METH_VARARGS, enter_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_native", "Compiled twins of ranking, tokens and fresh_tail.", 0, methods,
    NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__native(void) {
    return PyModuleDef_Init(&definition);
}

"""Needs colours and a neighbour."""

from ._generated.v1 import colours as rules
from .neighbour import NAME

DEFAULT = rules.DEFAULT_COLOUR + NAME

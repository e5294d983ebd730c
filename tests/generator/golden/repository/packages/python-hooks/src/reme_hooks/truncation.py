"""Stands alone."""

"""Turns the contract into models, constants, validators and documents, the same bytes every time."""

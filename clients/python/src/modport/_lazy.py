"""Imports parts of a package when they are used first, because there are hundreds of models."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a package. ``modules`` says where each name is."""

    def getattr_(name: str) -> Any:
        module = modules.get(name)
        if module is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(module, package), name)
        # An operation has the name of its module, which the import has set instead.
        setattr(sys.modules[package], name, value)
        return value

    return getattr_

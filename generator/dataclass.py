"""Dataclasses as the standard library makes them, in a fourth of the time.

The library writes the code of each method of each class and compiles it: with 250 classes, a third of the time in which
a command starts. Here only ``__init__`` is written so; comparing, hashing, showing and refusing to change are
functions made once, which know a class's fields. Types are checked as those of the library's own dataclasses.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from dataclasses import MISSING, FrozenInstanceError
    from operator import attrgetter, ge, gt, le, lt
    from reprlib import recursive_repr

    _set = object.__setattr__
    _absent = object()

    def dataclass(cls=None, /, *, frozen=False, eq=True, order=False, slots=False):
        """Make a class a dataclass: as a decorator, with or without arguments.

        Args:
            cls: the class.
            frozen: whether its instances cannot be changed. A subclass has to be what its base is.
            eq: whether instances are equal that are of one class, and whose compared fields are.
            order: whether such instances come one before the other by these fields.
            slots: whether its instances have room for its fields only.
        """
        if cls is None:
            return lambda cls: _made(cls, frozen=frozen, eq=eq, order=order, slots=slots)
        return _made(cls, frozen=frozen, eq=eq, order=order, slots=slots)

    def _made(cls, *, frozen, eq, order, slots):
        own = vars(cls)
        has_hash = own.get("__hash__") is not None or ("__hash__" in own and "__eq__" not in own)
        cls = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=slots)
        fields = dataclasses.fields(cls)
        own = vars(cls)
        methods = {"__init__": _init(cls, fields, frozen=frozen, slots=slots)}
        if "__repr__" not in own:
            cls.__repr__ = _shown
        if eq:
            compared = _values_of([f.name for f in fields if f.compare])
            methods["__eq__"] = _eq(compared)
        for name, comes in (("__lt__", lt), ("__le__", le), ("__gt__", gt), ("__ge__", ge)) if order else ():
            methods[name] = _ordered(compared, comes)
        for name, method in methods.items():
            if name not in own:
                method.__name__, method.__qualname__ = name, f"{cls.__qualname__}.{name}"
                setattr(cls, name, method)
        if eq and not has_hash:
            hashed = [f.name for f in fields if (f.compare if f.hash is None else f.hash)]
            cls.__hash__ = _hash(_values_of(hashed)) if frozen else None
        if frozen:
            if {"__setattr__", "__delattr__"} & own.keys():
                raise TypeError(f"{cls.__name__} says itself what may be changed")
            cls.__setattr__, cls.__delattr__ = _refusing(cls, frozenset([f.name for f in fields]))
            if slots:  # else what is copied could not be filled
                cls.__getstate__, cls.__setstate__ = _state, _fill
        return cls

    def _init(cls, fields, *, frozen, slots):
        """``__init__``, which is written as code: it is called most, and by the names of the fields."""
        names = {"_set": _set, "_absent": _absent}
        taken, by_name, lines = [], [], []
        for field in fields:
            name = field.name
            parameter, value, alone = name, name, ""
            if field.default is not MISSING:
                names[f"_default_{name}"] = field.default
                parameter, alone = f"{name}=_default_{name}", f"_default_{name}" if slots else ""
            elif field.default_factory is not MISSING:
                names[f"_make_{name}"] = field.default_factory
                alone = f"_make_{name}()"
                parameter, value = f"{name}=_absent", f"{alone} if {name} is _absent else {name}"
            if field.init:
                (by_name if field.kw_only else taken).append(parameter)
            elif alone:
                value = alone
            else:
                continue
            lines.append(f" _set(self, {name!r}, {value})" if frozen else f" self.{name} = {value}")
        if hasattr(cls, "__post_init__"):
            lines.append(" self.__post_init__()")
        parameters = ", ".join(["self", *taken, *(["*", *by_name] if by_name else [])])
        made = {}
        exec("\n".join([f"def __init__({parameters}):", *lines, " pass"]), names, made)
        return made["__init__"]

    def _values_of(names):
        """A function of an instance: its fields as a tuple."""
        if len(names) > 1:
            return attrgetter(*names)
        return (lambda one, name=names[0]: (getattr(one, name),)) if names else (lambda _one: ())

    def _eq(values):
        def equals(self, other):
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        return equals

    def _ordered(values, comes):
        def compare(self, other):
            return comes(values(self), values(other)) if other.__class__ is self.__class__ else NotImplemented

        return compare

    def _hash(values):
        def hashed(self):
            return hash(values(self))

        return hashed

    @recursive_repr()
    def _shown(self):
        told = [f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr]
        return f"{self.__class__.__qualname__}({', '.join(told)})"

    def _refusing(cls, names):
        def set_field(self, name, value):
            if type(self) is cls or name in names:
                raise FrozenInstanceError(f"cannot assign to field {name!r}")
            super(cls, self).__setattr__(name, value)

        def delete_field(self, name):
            if type(self) is cls or name in names:
                raise FrozenInstanceError(f"cannot delete field {name!r}")
            super(cls, self).__delattr__(name)

        return set_field, delete_field

    def _state(self):
        return [getattr(self, field.name) for field in dataclasses.fields(self)]

    def _fill(self, state):
        for field, value in zip(dataclasses.fields(self), state, strict=True):
            _set(self, field.name, value)

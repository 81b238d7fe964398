"""A method of core's that a class of a game replaces by accident is told when the class is made."""

from inspect import Parameter, Signature, signature
from types import FunctionType
from typing import Any


def check_overrides(cls: type) -> None:
    """Raise TypeError where a class defines something by the name of a method of core's that cannot stand in its place.

    A method that is called as core calls its own replaces it; anything else is likely to be meant for something else.
    """
    for name, attribute in vars(cls).items():
        if name.startswith("__"):
            continue
        base_class = next((base for base in cls.__mro__[1:] if name in vars(base)), None)
        if base_class is None or not base_class.__module__.startswith("wargame_core."):
            continue
        base_attribute = vars(base_class)[name]
        if isinstance(base_attribute, FunctionType) and not _stands_in(attribute, base_attribute):
            of_core = f"{base_class.__name__}.{name}{_parameters_in_words(base_attribute)} of core"
            raise TypeError(
                f"{cls.__name__}.{name} would replace {of_core}, which is called otherwise: give it another name, or "
                "those parameters"
            )


def _stands_in(own_function: Any, base_function: FunctionType) -> bool:
    """Whether something can be called as the function that it replaces is."""
    if isinstance(own_function, (staticmethod, classmethod)) or not callable(own_function):
        return False
    if _has_parameters_of(own_function, base_function):
        return True
    parameters = signature(base_function).parameters.values()
    positional = [
        None
        for parameter in parameters
        if parameter.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    ]
    keyword_only = {parameter.name: None for parameter in parameters if parameter.kind is Parameter.KEYWORD_ONLY}
    try:
        signature(own_function).bind(*positional, **keyword_only)
    except TypeError:
        return False
    except ValueError:  # something built in, which does not tell
        return True
    return True


def _has_parameters_of(own: Any, base_function: FunctionType) -> bool:
    """Whether it is seen at a glance: nearly always something has the very parameters of the function it replaces.

    `signature` takes twenty times as long, for each method of each class of a game that is loaded.
    """
    if type(own) is not FunctionType or hasattr(own, "__wrapped__") or hasattr(base_function, "__wrapped__"):
        return False
    code, base = own.__code__, base_function.__code__
    count = base.co_argcount + base.co_kwonlyargcount
    return (
        (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_varnames[:count])
        == (base.co_argcount, base.co_posonlyargcount, base.co_kwonlyargcount, base.co_varnames[:count])
    )  # fmt: skip


def _parameters_in_words(function: FunctionType) -> str:
    """The parameters of a method, without their types."""
    parameters = [
        parameter.replace(annotation=Parameter.empty) for parameter in signature(function).parameters.values()
    ]
    return str(Signature(parameters[1:]))

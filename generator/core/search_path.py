"""Where Python looks for modules: never in the current folder, which may be a stranger's."""

import os
import sys

from generator import __file__ as package

_HOME = os.path.dirname(os.path.dirname(os.path.abspath(package)))  # where the tool itself is found
_START = "import sys; sys.path[:] = sys.argv[1:]; from {} import main; main()"


def leave_current_folder() -> None:
    """Take the current folder off the search path of this process, and of those that it starts.

    ``python -m`` puts it first, as ``python -c`` does, by which `multiprocessing` starts its processes; an empty or
    relative entry of PYTHONPATH does the same. To be called before anything else is imported.
    """
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        current = os.getcwd()
    except OSError:  # it is gone
        return
    if not sys.flags.safe_path and sys.path[:1] in ([""], [current]):
        del sys.path[0]
    named = os.environ.get("PYTHONPATH", "")
    for entry in named.split(os.pathsep) if named else ():
        if not os.path.isabs(entry) and os.path.abspath(entry) in sys.path:
            sys.path.remove(os.path.abspath(entry))
    if _HOME not in sys.path:  # a checkout that is not installed
        sys.path.append(_HOME)
    if named:
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(os.path.isabs, named.split(os.pathsep)))


def command_of(module: str) -> list[str]:
    """The command that runs ``main`` of a module in another process, with the search path of this one."""
    return [sys.executable, "-P", "-c", _START.format(module), *sys.path]

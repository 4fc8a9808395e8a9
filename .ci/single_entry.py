"""What `pnp` begins with where it is one file: where the tool would start Python, it starts itself."""

import runpy
import sys
from multiprocessing import freeze_support

from generator.cli.app import main

if __name__ == "__main__":
    freeze_support()
    match sys.argv[1:]:
        case ["-P", "-c", code, *rest]:
            sys.argv[1:] = rest
            exec(code)
        case ["-m", module, *rest]:
            sys.argv[1:] = rest
            runpy.run_module(module, run_name="__main__")
        case _:
            main()

"""Runs as a program of its own (Linux): ties itself to its parent's life, then becomes the given command.

    python valkey_tether.py PARENT_PID PROGRAM ARGUMENT...

The tie must be made between fork and exec. Doing it in a `preexec_fn` would run Python code in the forked
copy of a threaded process, which can deadlock; here it runs in a new interpreter. The tie survives the exec.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1  # from linux/prctl.h


def main(parent: str, *command: str) -> None:
    """Ask the kernel for SIGTERM when the parent thread ends, then exec `command`, tied or not."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGTERM))
    if os.getppid() != int(parent):
        sys.exit("the owner ended before its server began")  # no signal will come any more
    os.execv(command[0], command)


if __name__ == "__main__":
    main(*sys.argv[1:])

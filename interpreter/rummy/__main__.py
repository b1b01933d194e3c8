"""The command ``rummy``: every way it can end, with its exit code.

0 all is well; 1 something was found in what was judged; 2 wrong use; 3 a fault
of this package; 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence

import click

from rummy.cli.group import rummy
from rummy.errors import LogError, RummyError, SpecError, UsageError
from rummy.terminal.writer import Piece, Screen, Writer

WELL, FOUND, WRONG_USE, OUR_FAULT, STOPPED = 0, 1, 2, 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line; the exit code."""
    err = Writer(sys.stderr)
    try:
        code = _carry_out(argv, err)
        _flush()
    except BrokenPipeError:
        # The reader has had enough; that is no fault, and nobody is left to tell.
        _quiet()
        return WELL
    except OSError as error:
        _quiet()
        if os.name == "nt" and error.errno == errno.EINVAL:
            return WELL  # what Windows says of a pipe that nobody reads
        _tell(err, f"the output cannot be written: {error.strerror or error}")
        return WRONG_USE
    return code


def _carry_out(argv: Sequence[str] | None, err: Writer) -> int:
    try:
        screen = Screen()
        code = rummy.main(
            args=None if argv is None else list(argv),
            prog_name="rummy",
            standalone_mode=False,
            obj=screen,
            terminal_width=screen.out.width,
        )
        return code if isinstance(code, int) else WELL
    except (KeyboardInterrupt, click.Abort):
        _flush()
        _tell(err, "stopped")
        return STOPPED
    except SystemExit as error:
        # Asked not to, click still ends the process where a pipe is closed (with 1),
        # and when it has completed a word for a shell.
        if "_RUMMY_COMPLETE" in os.environ:
            raise
        raise BrokenPipeError from error
    except click.ClickException as error:
        _flush()
        _tell(err, error.format_message())
        context = getattr(error, "ctx", None)
        if context is not None:
            err.say(f"See {context.command_path} --help.")
        return WRONG_USE
    except RummyError as error:
        _flush()
        return _refused(error, err)
    except Exception as error:
        if isinstance(error, OSError) and _is_output(error):
            raise
        _flush()
        return _our_fault(error, err)


def _refused(error: RummyError, err: Writer) -> int:
    """A message with the reason for what cannot be used."""
    if isinstance(error, SpecError):
        from rummy.cli.sources import show_findings

        _tell(err, f"{error.name} cannot be played")
        show_findings(error.diagnostics, err)
        return FOUND
    _tell(err, str(error))
    if isinstance(error, UsageError):
        return WRONG_USE
    return FOUND if isinstance(error, LogError) else WRONG_USE


def _our_fault(error: Exception, err: Writer) -> int:
    """A fault of ours: one line, more of it only if asked for."""
    if os.environ.get("RUMMY_DEBUG") == "1":
        err.raw("".join(traceback.format_exception(error)))
    what = " ".join(str(error).split())[:200]
    err.line(
        f"rummy: this is a fault of rummy itself, not of your files: {type(error).__name__}: "
        f"{what}. Please report it to the issues of rummy-interpreter, with the command and "
        "its files (RUMMY_DEBUG=1 shows where it happened)."
    )
    return OUR_FAULT


def _tell(err: Writer, message: str) -> None:
    err.say(Piece("rummy: ", "bad"), message, hang="  ")


def _is_output(error: OSError) -> bool:
    """Whether writing has failed: files that are read are named in the error."""
    return error.filename is None


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def _quiet() -> None:
    """Let what is still waiting go nowhere, so that nothing is said at the exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None and stream is sys.stdout:
                os.dup2(nowhere, stream.fileno())
        except (OSError, ValueError):
            continue  # a stream without a file behind it has nothing waiting for one
    os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())

"""Writes a file as a whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from rummy.errors import UsageError


def write_whole(path: Path, data: bytes) -> None:
    """Put these bytes into a file, by way of a new one beside it.

    What stands there stays until the new file is complete; its rights are kept, and a
    link goes on leading to its file. ``UsageError`` if it cannot be written.
    """
    name = ""
    try:
        path = path.resolve()
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError(13, "it must not be written")
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".new")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, name)
        else:
            umask = os.umask(0)
            os.umask(umask)
            Path(name).chmod(0o666 & ~umask)
        os.replace(name, path)
    except OSError as error:
        if name:
            with suppress(OSError):
                Path(name).unlink(missing_ok=True)
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None

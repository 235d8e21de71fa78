"""How files are read: never more at once than a line may have, and nothing that is no plain file."""

import functools
import hashlib
import itertools
import os
import re

# The most bytes of a line, its newline aside: "A line" in docs/AUDIT-FORMAT.md.
LINE_MAX = 1048576

# Where a file is due. A folder of such a name is as wrong as a pipe.
FILE_DUE = re.compile(
    r'/(?:checkpoint(?:\.pub)?'
    r'|[^/]+\.(?:jsonl|bin|sqlite|json|key|txt)'
    r'|tile/\d+/(?:x\d{3}/)*\d{3})\Z'
)

# Where a folder is due.
FOLDER_DUE = re.compile(r'/(?:journal|content|tile|workers)\Z')

NO_FILE = 'it is neither a file nor a folder where one is due'
CLOSED = 'it may not be read'


def read_file(path, most=LINE_MAX):
    """The bytes of a small file, none where it is not there; whatever is longer was not written so."""
    if not os.path.exists(path):
        return b''
    with open(path, 'rb') as file:
        return file.read(most)


def read_lines(path):
    """Lines with their newlines. One that is longer than may be comes in pieces, without a newline."""
    with open(path, 'rb') as file:
        yield from iter(functools.partial(file.readline, LINE_MAX + 2), b'')


def digest_file(path):
    """SHA-256 of a file of any size, in hex."""
    hashed = hashlib.sha256()
    with open(path, 'rb') as file:
        for piece in iter(functools.partial(file.read, LINE_MAX), b''):
            hashed.update(piece)
    return hashed.hexdigest()


def find_odd(directory):
    """What cannot be read to an end, with the reason, by place."""
    # Links to folders are not walked into; those at the top are, for a log or its journal may be one.
    linked = [each.path for each in os.scandir(directory) if each.is_symlink() and each.is_dir()]
    odd = {}
    for folder, folders, files in itertools.chain.from_iterable(map(os.walk, [directory, *linked])):
        for path in [folder] + [os.path.join(folder, name) for name in folders + files]:
            why = find_fault(path)
            if why:
                odd[os.path.relpath(path, directory)] = why
    return odd


def find_fault(path):
    """What keeps a file or a folder from being read to an end, or None."""
    if os.path.isdir(path) and not FILE_DUE.search(path):
        # What may not be read would else look as if it were not there, or ended early.
        return None if os.access(path, os.R_OK | os.X_OK) else CLOSED
    if not os.path.isfile(path) or FOLDER_DUE.search(path):
        # A pipe or a device is read without end. What was taken away meanwhile is neither.
        return NO_FILE if os.path.lexists(path) else None
    return CLOSED if FILE_DUE.search(path) and not os.access(path, os.R_OK) else None

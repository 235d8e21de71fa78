"""Opens SQLite files so that nothing is written to them."""

import os
import re
import sqlite3


def open_database(path, immutable=False):
    """The database, for reading only, or `None` where there is no such file.

    One in WAL mode makes files beside it even where it is only read. With `immutable` it does not,
    which is right as long as nothing lies in such a file.
    """
    if not os.path.exists(path):
        return None
    # These have a meaning in the address of a file.
    escaped = re.sub('[%?#]', lambda found: f'%{ord(found[0]):x}', path)
    flags = '?mode=ro' + ('&immutable=1' if immutable else '')
    return sqlite3.connect('file:' + escaped + flags, uri=True)

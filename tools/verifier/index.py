"""The search index. It is no evidence, but whoever searches a changed one is misled."""

import functools
import hashlib
import itertools
import os
import sqlite3

from .database import open_database
from .journal import BLOCK_ENTRIES
from .tree import sha256

# All that an index may have. A view or a trigger would make an answer of whatever somebody wrote.
TABLES = (
    'meta blocks columns words erased reviews '
    'texts texts_data texts_idx texts_docsize texts_config text_rows text_mark'
).split()
OBJECTS = {'index sqlite_autoindex_meta_1', *('table ' + name for name in TABLES)}

# Rows that each digest in `meta` is over, and what they are sorted by.
DIGESTED = {
    'words': (
        'SELECT field, code, word FROM words ORDER BY 1, 2',
        'SELECT subject, seq FROM erased ORDER BY 1, 2',
        'SELECT seq, revision, status, assignee, tags FROM reviews ORDER BY 1, 2',
    ),
    'texts': (
        'SELECT id, block FROM texts_data ORDER BY 1, 2',
        'SELECT segid, term, pgno FROM texts_idx ORDER BY 1, 2',
        'SELECT seq FROM text_rows ORDER BY 1',
        'SELECT one, seq, segment, offset FROM text_mark ORDER BY 1, 2',
    ),
}

READ_COLUMNS = 'SELECT data, digest FROM columns WHERE id / 64 = ? ORDER BY id'
STRAY_COLUMNS = f"""SELECT 1 FROM columns
    WHERE id / 64 * {BLOCK_ENTRIES} NOT IN (SELECT first FROM blocks)"""
OTHER_SETTINGS = """SELECT 1 FROM texts_config
    WHERE (k, v) NOT IN (VALUES ('version', 4), ('version', 5), ('secure-delete', 1))"""


def check_index(directory, journal, report):
    path = os.path.join(directory, 'index.sqlite')
    altered = functools.partial(report.altered, 'index.sqlite')
    database = open_database(path, immutable=not os.path.exists(path + '-wal'))
    try:
        for detail in find_changes(database, journal):
            altered(detail)
    except (sqlite3.Error, TypeError, ValueError) as error:
        # Whatever is not of the form that was asked for was not written by a gateway.
        altered(str(error))


def find_changes(database, journal):
    """A sentence for each thing that was changed. Nothing is read from tables that should not be."""
    objects = {' '.join(row) for row in database.execute('SELECT type, name FROM sqlite_master')}
    foreign = objects - OBJECTS
    if foreign:
        name = min(foreign).split(' ', 1)[1]
        yield f'it has `{name}`, which is none of its tables'
        return
    # One that is empty or older is built anew at the next start.
    if not objects or not is_current(database):
        return
    if database.execute('PRAGMA quick_check(1)').fetchone()[0] != 'ok':
        yield 'its pages contradict each other'
    yield from find_changed_blocks(database, journal)
    if any(database.execute(STRAY_COLUMNS)):
        yield 'it holds columns of no entries'
    if has_texts_beyond(database, objects, journal.tree.size):
        yield 'it holds texts of entries that are not here'
    if 'table texts_config' in objects and any(database.execute(OTHER_SETTINGS)):
        yield 'its full text is set otherwise'
    for name in DIGESTED:
        if is_digest_wrong(database, name):
            yield f'its {name} were changed'


def is_current(database):
    """One that does not say its version raises an error, for each one that was written does."""
    found = database.execute("SELECT value FROM meta WHERE name = 'version'")
    return found.fetchone()[0][:2] == '6:'


def find_changed_blocks(database, journal):
    """Blocks are as their digests say, and of entries that the journal has, without a gap from 0."""
    size = journal.tree.size
    blocks = database.execute('SELECT * FROM blocks ORDER BY first')
    for due, (first, *facts, digest) in zip(itertools.count(0, BLOCK_ENTRIES), blocks):
        hashed, are_columns_whole = hash_block(database, first, facts)
        if (
            first != due
            or first + BLOCK_ENTRIES > size
            or find_ends(journal, first) != (facts[0], facts[-1])
            or not are_columns_whole
            or hashed != digest
        ):
            yield f'what it holds of the entries from {first} on was changed'


def hash_block(database, first, facts):
    """The digest that a block should have, and whether its columns have theirs."""
    hashed = ('|'.join(map(str, [first, *facts])) + '\n').encode()
    are_whole = True
    for data, digest in database.execute(READ_COLUMNS, (first // BLOCK_ENTRIES,)):
        hashed += digest
        are_whole = sha256(data) == digest and are_whole
    return sha256(hashed).hex(), are_whole


def find_ends(journal, first):
    """What the journal says of a block: the id of its first entry and the hash of its last line."""
    # No entry has a space for its id. Behind the last block of all is the end of the journal.
    first_id, _ = journal.blocks.get(first, (' ', ''))
    _, end_hash = journal.blocks.get(first + BLOCK_ENTRIES, ('', journal.end_hash))
    return first_id, end_hash


def has_texts_beyond(database, objects, size):
    """Whether full text is there of entries that the journal has not, or a mark that says so."""
    for name, last in (('text_rows', size - 1), ('text_mark', size)):
        beyond = f'SELECT 1 FROM {name} WHERE seq > ?'
        if 'table ' + name in objects and database.execute(beyond, (last,)).fetchone():
            return True
    return False


def is_digest_wrong(database, name):
    """The digest of `texts` is absent while a gateway writes; that of `words` only before any row."""
    stored = database.execute('SELECT value FROM meta WHERE name = ?', (name,)).fetchone()
    rows = itertools.chain.from_iterable(map(database.execute, DIGESTED[name]))
    if not stored:
        return name == 'words' and any(rows)
    hashed = hashlib.sha256()
    for row in rows:
        hashed.update(('|'.join(map(write_value, row)) + '\n').encode())
    return stored[0] != hashed.hexdigest()


def write_value(value):
    """Bytes as the hex of their hash, for they may be long."""
    return sha256(value).hex() if isinstance(value, bytes) else str(value)

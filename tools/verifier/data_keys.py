"""The data keys of content and who is under legal hold: what entries say, and what `keys.sqlite` has.

No key is opened, since the master key that wraps them is not here: that a key is there, and that
it has its length, can be seen without.
"""

import functools
import itertools
import os
import re

from .database import open_database
from .entries import expect

# PSEUDONYM.VERSION, as entries name a key.
REFERENCE = re.compile(r'(.+)\.([1-9][0-9]{0,14})', re.DOTALL)

# A nonce of 12 bytes, a key of 32 and a tag of 16.
WRAPPED_KEY = (60,)

# Keys that were looked up lately; those of one person often come one after the other.
LOOKUPS_KEPT = 2000

FOREIGN = """SELECT name FROM sqlite_master
    WHERE type <> 'table' OR name NOT IN ('keys', 'erased', 'holds', 'told', 'owed') ORDER BY name"""
READ_LENGTH = 'SELECT length(wrapped) FROM keys WHERE id = ? AND version = ?'


def read_reference(reference):
    """The pseudonym and the version that a key has; what names none raises an error."""
    pseudonym, version = REFERENCE.fullmatch(reference).groups()
    return pseudonym, int(version)


class DataKeys:
    """Follows which keys content needs, which were erased, and who may not be erased."""

    def __init__(self, directory, report):
        self._report = report
        self._database = open_database(os.path.join(directory, 'keys.sqlite'))
        if self._database is not None:
            self._expect_own_tables()
        self._read_length = functools.lru_cache(LOOKUPS_KEPT)(self._look_up)
        # Where each subject was put under hold, and up to which version the keys of each were erased.
        self._held = {}
        self._erased = {}
        # Keys that are not there, with the first entry that names them.
        self._missing = {}

    def _expect_own_tables(self):
        """A view or a trigger would answer whatever somebody wrote, and without end."""
        found = self._database.execute(FOREIGN).fetchone()
        if found:
            raise ValueError(f'`keys.sqlite` has `{found[0]}`, which is none of its tables')

    def _look_up(self, reference):
        """The length of a key, PSEUDONYM.VERSION, as a row; nothing where it is not there."""
        if self._database is None:
            return None
        return self._database.execute(READ_LENGTH, read_reference(reference)).fetchone()

    def take_act(self, act, detail, place):
        """Follows holds and erasures. `act` is the type and the act of an entry."""
        if act == ('admin', 'hold'):
            self._held.setdefault(expect(detail['subject'], str), place)
        elif act == ('admin', 'release'):
            self._held.pop(expect(detail['subject'], str), None)
        elif act == ('erasure', 'erased'):
            self._take_erasure(detail, place)

    def _take_erasure(self, detail, place):
        through = expect(detail['through'], int)
        subject = expect(detail['subject'], str)
        self._erased[subject] = max(through, self._erased.get(subject, 0))
        # Whoever had no key left is erased through 0, which destroys nothing.
        if through and subject in self._held:
            self._report.altered(place, 'it destroyed what was under legal hold')

    def take_reference(self, reference, place):
        """An entry has texts under this key. Whether an erasure explains that it is gone shows at the end."""
        length = self._read_length(reference)
        if not length:
            self._missing.setdefault(reference, place)
        elif length != WRAPPED_KEY:
            detail = f'the row of the key {reference} was overwritten'
            self._report.altered(f'{place}, keys.sqlite', detail)

    def end(self):
        for subject in sorted(itertools.filterfalse(self._has_hold, self._held)):
            detail = f'{subject} is under legal hold, and the row that keeps it is gone'
            self._report.altered(f'{self._held[subject]}, keys.sqlite', detail)
        for reference in list(filter(self._is_unexplained, self._missing)):
            detail = f'the key {reference} is missing and no entry says why'
            self._report.incomplete(f'{self._missing[reference]}, keys.sqlite', detail)

    def _has_hold(self, subject):
        if self._database is None:
            return False
        table = "SELECT 1 FROM sqlite_master WHERE name = 'holds'"
        if not self._database.execute(table).fetchone():
            return False
        return self._database.execute('SELECT 1 FROM holds WHERE id = ?', [subject]).fetchone()

    def _is_unexplained(self, reference):
        pseudonym, version = read_reference(reference)
        return version > self._erased.get(pseudonym, 0)

"""The data keys of content and who is under legal hold: what entries say, and what `keys.sqlite` has.

No key is opened, since the master key that wraps them is not here: that a key is there, and that
it has its length, can be seen without.
"""

import functools
import os

from .database import open_database
from .entries import expect

# A nonce of 12 bytes, a key of 32 and a tag of 16.
WRAPPED_KEY = (60,)

# Keys that were looked up lately; those of one person often come one after the other.
LOOKUPS_KEPT = 2000

READ_LENGTH = 'SELECT length(wrapped) FROM keys WHERE id = ? AND version = ?'


class DataKeys:
    """Follows which keys content needs, which were erased, and who may not be erased."""

    def __init__(self, directory, report):
        self._report = report
        self._database = open_database(os.path.join(directory, 'keys.sqlite'))
        self._read_length = functools.lru_cache(LOOKUPS_KEPT)(self._look_up)
        # Where each subject was put under hold, and up to which version the keys of each were erased.
        self._held = {}
        self._erased = {}
        # Keys that are not there, with the first entry that names them.
        self._missing = {}

    def _look_up(self, reference):
        """The length of a key, PSEUDONYM.VERSION, as a row; nothing where it is not there."""
        if self._database is None:
            return None
        return self._database.execute(READ_LENGTH, reference.rsplit('.', 1)).fetchone()

    def take_act(self, act, detail, place):
        """Follows holds and erasures. `act` is the type and the act of an entry."""
        if act == ('admin', 'hold'):
            self._held.setdefault(detail['subject'], place)
        elif act == ('admin', 'release'):
            self._held.pop(detail['subject'], None)
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
        for subject in self._held.keys() - self._read_holds():
            detail = f'{subject} is under legal hold, and the row that keeps it is gone'
            self._report.altered(f'{self._held[subject]}, keys.sqlite', detail)
        for reference in list(filter(self._is_unexplained, self._missing)):
            detail = f'the key {reference} is missing and no entry says why'
            self._report.incomplete(f'{self._missing[reference]}, keys.sqlite', detail)

    def _read_holds(self):
        if self._database is None:
            return set()
        table = "SELECT 1 FROM sqlite_master WHERE name = 'holds'"
        if not self._database.execute(table).fetchone():
            return set()
        return {subject for subject, in self._database.execute('SELECT id FROM holds')}

    def _is_unexplained(self, reference):
        parts = reference.rsplit('.', 1)
        return int(parts[1]) > self._erased.get(parts[0], 0)

"""Content: the digests that entries have of kept texts, and what explains where one is no longer there.

Texts are encrypted, and a digest is of the encrypted bytes, so it can be checked without a key. A
commitment is of the text itself: that it is there is all that can be seen.
"""

import hashlib
import os
import re

from .data_keys import read_reference
from .entries import expect
from .files import LINE_MAX

# FILE/OFFSET/LENGTH in content/FILE.bin.
ADDRESS = re.compile(r'([0-9]{8}-[0-9]{4})/(0|[1-9][0-9]{0,14})/([1-9][0-9]{0,9})')

# More bytes than any blob has.
BLOB_MAX = 2**31 - 1

LEGS = ('received', 'forwarded', 'returned', 'released', 'note')

# A leg that is not there says no more than one that does not differ.
NO_LEG = {'same': 'received'}

# How the bytes of a blob can be wrong.
GONE, CUT, CHANGED, ZEROS = 'gone', 'cut', 'changed', 'zeros'

# An expiry that does not say how many texts were destroyed explains all of them.
ALL_TEXTS = 10**9


def list_legs(content):
    """The legs that say something of their own."""
    legs = [content.get(name, NO_LEG) for name in LEGS]
    return [leg for leg in legs if leg.get('same') not in LEGS]


def list_blobs(legs):
    """The redacted copies, which have their address and digest in the leg, then the full texts."""
    redacted = [leg for leg in legs if 'blob' in leg or 'digest' in leg]
    return redacted + [leg['full'] for leg in legs if 'full' in leg]


def find_change(path, offset, length, digest):
    """How the bytes at an address are other than those with this digest, or None."""
    if not os.path.exists(path):
        return GONE
    if os.path.getsize(path) < offset + length:
        return CUT
    hashed, is_zeros = hashlib.sha256(), True
    with open(path, 'rb') as file:
        file.seek(offset)
        # An address may say any length, and no more of it is held than a piece.
        for start in range(0, length, LINE_MAX):
            piece = file.read(min(LINE_MAX, length - start))
            hashed.update(piece)
            is_zeros = is_zeros and not piece.strip(b'\0')
    if hashed.hexdigest() == digest:
        return None
    return ZEROS if is_zeros else CHANGED


class Content:
    """Follows what entries say of kept texts, and reads each text to see whether it is still the one."""

    def __init__(self, directory, data_keys, report):
        self._directory = os.path.join(directory, 'content')
        self._data_keys = data_keys
        self._report = report
        # Of each file how many texts expired, and whether the whole file did.
        self._expired = {}
        # Of each file how many blobs are zeros.
        self._zeros = {}
        # The first place where a file is wrong in each way.
        self._wrong = {}

    def take_expiry(self, detail):
        name = expect(detail['file'], str)
        texts, is_whole = self._expired.get(name, (0, False))
        texts += expect(detail.get('texts', ALL_TEXTS), int)
        # Entries that keep none of the texts tell that the file was taken away.
        is_whole = is_whole or not expect(detail.get('kept', 0), int)
        self._expired[name] = texts, is_whole

    def take(self, content, place):
        """Checks the form of `content`, the key that it names and the blobs that it has."""
        legs = list_legs(content)
        reference = expect(content['key'], str)
        read_reference(reference)
        for leg in legs:
            expect(leg['bytes'], int)
            expect(leg['commitment'], str)
        if any('blob' in leg or 'full' in leg for leg in legs):
            self._data_keys.take_reference(reference, place)
        for blob in list_blobs(legs):
            self._check_blob(blob, place)

    def _check_blob(self, blob, place):
        address = blob['blob']
        name, offset, length = ADDRESS.fullmatch(address).groups()
        digest = expect(blob['digest'], str)
        if int(length) > BLOB_MAX:
            raise ValueError(f'no text is as long as {address} says')
        path = os.path.join(self._directory, name + '.bin')
        how = find_change(path, int(offset), int(length), digest)
        if not how:
            return
        if how == ZEROS:
            self._zeros[name] = self._zeros.get(name, 0) + 1
        self._wrong.setdefault((name, how), f'{place}, content {address}')

    def end(self, is_without_texts):
        """An expiry may be told after the entries whose texts it destroyed, so all is weighed here."""
        for (name, how), place in self._wrong.items():
            if self._is_explained(name, how, is_without_texts):
                continue
            detail = f'content is not what the entry names: it is {how}'
            if how == GONE:
                self._report.incomplete(place, detail)
            else:
                self._report.altered(place, detail)

    def _is_explained(self, name, how, is_without_texts):
        texts, is_whole = self._expired.get(name, (0, False))
        if how == GONE:
            return is_whole or is_without_texts
        # What expired while others stay is overwritten with zeros, and nothing explains other bytes.
        return how == ZEROS and self._zeros[name] <= texts

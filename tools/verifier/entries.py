"""One line of the journal: canonical JSON within its limits, and the types that entries have."""

import json
import re

# Numbers have at most 16 digits, and objects and arrays nest so deep.
NUMBER_END = 10**16
DEPTH_MAX = 12

# Printable ASCII without quote and backslash.
MEMBER_NAME = re.compile(r'[ !#-\[\]-~]*')

# A UUIDv7.
ID = re.compile(r'[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}')

# Those that end an exchange, and all.
TERMINALS = {'answered', 'blocked', 'failed', 'aborted', 'recovered'}
TYPES = TERMINALS | {
    'request',
    'decision',
    'denied',
    'policy',
    'key',
    'admin',
    'reveal',
    'export',
    'erasure',
    'gap',
    'heartbeat',
}

# `int` refuses fractions, exponents, NaN and infinities: no number may be written so.
DECODE = json.JSONDecoder(parse_float=int, parse_constant=int).decode
ENCODE = json.JSONEncoder(sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode


def read_entry(line):
    """The entry on a line without its newline, or None where the line is not canonical JSON.

    A line is canonical exactly if to parse it and to write it again gives the same bytes: that
    finds members out of order or told twice, spaces, and all that could be escaped otherwise.
    """
    try:
        entry = DECODE(line.decode())
        is_canonical = ENCODE(entry).encode() == line
    except (ValueError, RecursionError):
        return None
    return entry if is_canonical and isinstance(entry, dict) and is_within_limits(entry) else None


def is_within_limits(value, depth=1):
    """Whether names, numbers and depth are such that this parser and others read the same."""
    if isinstance(value, dict):
        inner = value.values()
        if not all(map(MEMBER_NAME.fullmatch, value)):
            return False
    elif isinstance(value, list):
        inner = value
    else:
        return not isinstance(value, int) or abs(value) < NUMBER_END
    if depth > DEPTH_MAX:
        return False
    for each in inner:
        # Most values are texts, and a text has no limit of its own.
        if type(each) is not str and not is_within_limits(each, depth + 1):
            return False
    return True


def is_same(one, other):
    """Whether two values are written the same. To Python `True` is 1, and to an entry it is not."""
    return repr(one) == repr(other)


def expect(value, kind):
    """The value, where it is of the kind that the format says; whoever verifies the entry tells."""
    if type(value) is not kind:
        # In the words of `int`, as ever: what one version says of a trail, the next one says too.
        raise ValueError(f"invalid literal for int() with base 10: 'no {kind.__name__}'")
    return value

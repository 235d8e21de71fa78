"""All that lies in a directory: a trail with the logs of its workers, a store of copies, or bundles."""

import itertools
import os
import re

from .bundle import check_bundle
from .checkpoints import has_checkpoint
from .files import NO_FILE, find_odd
from .keys import list_names
from .others import find_seen, find_twins
from .report import Report
from .trail import Surroundings, check_trail

# Bundles of several logs are called so, whatever is left in one.
BUNDLE_OF_SEVERAL = re.compile('log-[0-9]{1,4}')


def verify(directory, trusted, witnesses):
    """Verifies each log of a directory by itself and with what the others have of it."""
    report = Report()
    seen, twins = {}, {}
    try:
        logs = find_logs(directory)
    except OSError as error:
        report.unreadable(error.filename or directory, error.strerror)
        return report
    for log in logs:
        report.begin(log)
        try:
            # What is odd in a log of a worker is odd in the directory, which comes first.
            if tell_odd(os.path.join(directory, log, ''), witnesses, report):
                break
            if log == '' and not has(directory, 'copy.json'):
                seen = find_seen(directory, logs)
                twins = find_twins(directory, logs)
            if log in twins:
                report.altered('journal', f'it is the log of {twins[log]} once more')
            surroundings = Surroundings(log, witnesses, find_other_names(directory, log, logs), seen)
            report.summarize(check_log(directory, trusted, surroundings, report))
        except Exception as error:
            # Whatever stops the verifier is told, and is never a pass.
            place = getattr(error, 'filename', None) or directory
            report.unreadable(place, getattr(error, 'strerror', None) or repr(error))
    return report


def has(*path):
    return os.path.exists(os.path.join(*path))


def find_logs(top):
    """The logs by their place in the directory; the one of the directory itself is the empty string.

    A trail has those of workers below it. A store has copies, or bundles of several logs lie in a
    folder: then there is nothing to verify in the directory itself.
    """
    if not is_log(top, ''):
        below = list_logs(top, '')
        if below:
            return below
    return ['', *list_logs(top, 'workers')]


def list_logs(top, folder):
    if not os.path.isdir(os.path.join(top, folder)):
        return []
    names = [os.path.join(folder, name) for name in os.listdir(os.path.join(top, folder))]
    return sorted(name for name in names if is_log(top, name))


def is_log(top, name):
    return has(top, name, 'journal') or is_bundle(top, name)


def is_bundle(top, name):
    """A manifest beside a journal is a file that no trail has a place for; a bundle may have lost its own."""
    if has(top, name, 'journal'):
        return False
    is_named = BUNDLE_OF_SEVERAL.fullmatch(name) is not None
    return is_named or has(top, name, 'manifest.json') or has(top, name, 'entries.jsonl')


def tell_odd(directory, witnesses, report):
    """Whether there is something that cannot be read to an end."""
    odd = find_odd(directory)
    for witness in itertools.filterfalse(os.path.isfile, witnesses):
        odd[witness] = NO_FILE
    for witness in filter(os.path.isfile, witnesses):
        if not has_checkpoint(witness):
            odd[witness] = 'it has no checkpoint in it, so it says nothing of the trail'
    for place in sorted(odd):
        report.unreadable(place, odd[place])
    return bool(odd)


def find_other_names(directory, log, logs):
    """The names that only the keys of other logs are for."""
    others = set()
    for other in {*logs} - {log}:
        others |= list_names(os.path.join(directory, other))
    return others - list_names(os.path.join(directory, log))


def check_log(directory, trusted, surroundings, report):
    path = os.path.join(directory, surroundings.log, '')
    if is_bundle(directory, surroundings.log):
        return check_bundle(path, trusted, report)
    return check_trail(path, trusted, surroundings, report)

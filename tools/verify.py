#!/usr/bin/env python3
"""A second, independent verifier of audit trails.

It was written from docs/AUDIT-FORMAT.md alone and shares no code with the gateway. It needs Python 3
(3.9 or newer), its standard library and the folder `verifier` beside this file: nothing else, and no
network. It changes nothing of what it reads.

DIRECTORY is a trail with the logs of its workers, a store of copies, or an evidence bundle.

What it proves of a trail: no line of the journal was changed, dropped, added or moved, as far as
checkpoints reach that are signed by a key which you trust. It also finds where tiles, kept texts,
data keys and the search index are not what the entries say of them. What it proves of a bundle: its
entries stood in the trail, word for word and in their order.

What it cannot prove: without --key it takes the keys in the directory, and shows no more than that all
fits together, so compare them with those that you were given by other means. Who has the disk and the
master key can write another trail and sign it: --witness holds this one against checkpoints that
somebody else has kept. It opens no text. The rest is listed under "Verifying" in that document.

Exit status: 0 intact, 1 altered, 2 incomplete, 3 unreadable. The last line says the verdict, those
before it which place is at fault and why.

To read on: verifier/__init__.py lists the modules from the bottom up. The shortest way to what is
checked is from the top: logs.py, trail.py, journal.py, and bundle.py.
"""

import sys

# Neither beside the verifier nor beside the evidence is anything written.
sys.dont_write_bytecode = True

import argparse
import os

UNREADABLE = 3


def read_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument('directory', help='a trail, a store or a bundle')
    repeated = {'action': 'append', 'default': []}
    parser.add_argument('--key', help='a key to trust; may be repeated', **repeated)
    parser.add_argument('--witness', help='checkpoints kept elsewhere; may be repeated', **repeated)
    return parser.parse_args()


def main():
    arguments = read_arguments()
    here = os.path.dirname(os.path.realpath(__file__))
    # Python looks there by itself, but for its isolated mode (-I).
    sys.path.insert(0, here)
    try:
        from verifier.logs import verify
    except ImportError as error:
        print(f'UNREADABLE: {error}: the folder `verifier` has to lie in {here}, beside verify.py')
        return UNREADABLE
    # Whatever the terminal's character set lacks is told all the same.
    sys.stdout.reconfigure(errors='backslashreplace')
    report = verify(arguments.directory, arguments.key, arguments.witness)
    lines = report.lines()
    if not arguments.key:
        lines[-1] += ' (by the keys that lie with it: compare them with those you were given)'
    print(*lines, sep='\n')
    return report.verdict()


if __name__ == '__main__':
    sys.exit(main())

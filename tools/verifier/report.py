"""What was found: faults with their verdict, place and detail, and how they are told.

The verdicts and their exit statuses are those under "Verifying" in docs/AUDIT-FORMAT.md.
"""

INTACT = 0
ALTERED = 1
INCOMPLETE = 2
UNREADABLE = 3

WORDS = {INTACT: 'intact', ALTERED: 'altered', INCOMPLETE: 'incomplete', UNREADABLE: 'unreadable'}

# The worst first: what was altered must not hide behind what is missing.
WORST_FIRST = (ALTERED, UNREADABLE, INCOMPLETE)

# So many faults are kept of each verdict and told in all: a forged trail of millions of bad lines
# fills neither memory nor screen.
FAULTS_MAX = 100


def printable(text):
    """The text on one line, and without anything that a terminal obeys: names and entries may have both."""
    return ''.join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


class Report:
    """Collects faults while logs are verified one after the other."""

    def __init__(self):
        self._faults = {verdict: [] for verdict in WORST_FIRST}
        self._summaries = []
        self._prefix = ''

    def begin(self, log):
        """What is told from now on is of this log; the one of the directory itself has no name."""
        self._prefix = log + ': ' if log else ''

    def fault(self, verdict, place, detail):
        kept = self._faults[verdict]
        if len(kept) < FAULTS_MAX:
            kept.append((self._prefix + place, detail))

    def altered(self, place, detail):
        self.fault(ALTERED, place, detail)

    def incomplete(self, place, detail):
        self.fault(INCOMPLETE, place, detail)

    def unreadable(self, place, detail):
        self.fault(UNREADABLE, place, detail)

    def summarize(self, summary):
        self._summaries.append(self._prefix + summary)

    def verdict(self):
        """The worst that was found, which is the exit status."""
        return next((verdict for verdict in WORST_FIRST if self._faults[verdict]), INTACT)

    def lines(self):
        """A line for each fault, and the verdict with a summary of each log as the last one."""
        told = [
            printable(f'{WORDS[verdict]}: {place}: {detail}')
            for verdict in WORST_FIRST
            for place, detail in self._faults[verdict]
        ]
        verdict = self.verdict()
        word = WORDS[verdict].upper() if verdict else WORDS[verdict]
        return told[:FAULTS_MAX] + [printable(word + ': ' + '; '.join(self._summaries))]

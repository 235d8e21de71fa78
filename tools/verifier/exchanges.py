"""Exchanges: each request entry has one terminal entry, which names it, and nothing ends twice."""

from .entries import TERMINALS, expect, is_same

# So many exchanges that ended are remembered at least; one that ends again later is not noticed.
ENDED_MIN = 4000

# The number of the request entry of an exchange that none has begun. No entry has it.
NOT_BEGUN = -1


class Exchanges:
    """Follows exchanges from their request entry to their end."""

    def __init__(self, report):
        self._report = report
        # The number of the request entry of each exchange that has not ended.
        self._open = {}
        # Those that ended, the newest and the ones before, so that memory stays bounded.
        self._ended = set()
        self._ended_before = set()

    def take(self, entry, place):
        exchange = f"{entry.get('exchange')}/{entry.get('attempt')}"
        kind = entry['type']
        wrong = None
        if kind == 'heartbeat':
            wrong = self._check_heartbeat(entry)
        elif kind == 'request':
            wrong = self._begin(exchange, entry)
        elif kind in TERMINALS:
            wrong = self._end(exchange, entry)
        if wrong:
            self._report.altered(place, wrong)

    def _check_heartbeat(self, entry):
        """Each run of the writer and each file begin with a list of what is open."""
        if entry.get('cause') not in ('opened', 'rotated'):
            return None
        due = sorted([exchange, seq] for exchange, seq in self._open.items())
        if sorted(expect(entry['open'], list)) != due:
            return 'its list of open exchanges is not what came before'
        return None

    def _begin(self, exchange, entry):
        is_second = self._has_ended(exchange) or exchange in self._open
        self._open[exchange] = entry.get('seq')
        return 'a second request entry of its exchange' if is_second else None

    def _end(self, exchange, entry):
        begun = self._open.pop(exchange, NOT_BEGUN)
        wrong = self._check_end(exchange, entry, begun)
        if len(self._ended) >= ENDED_MIN:
            self._ended, self._ended_before = set(), self._ended
        self._ended.add(exchange)
        return wrong

    def _check_end(self, exchange, entry, begun):
        if begun == NOT_BEGUN and self._has_ended(exchange):
            return 'a second terminal entry of its exchange'
        names_it = is_same(begun, entry.get('request', NOT_BEGUN))
        # Others may end what was stopped before anything had been sent on.
        has_to_begin = entry['type'] in ('answered', 'recovered')
        if not names_it or (begun == NOT_BEGUN and has_to_begin):
            return 'it does not name the request entry that it ends'
        return None

    def _has_ended(self, exchange):
        return exchange in self._ended or exchange in self._ended_before

    def end(self):
        if self._open:
            place = f'entry {min(self._open.values())}'
            open_now = len(self._open)
            what = '1 exchange has' if open_now == 1 else f'{open_now} exchanges have'
            self._report.incomplete(place, f'{what} no terminal entry')

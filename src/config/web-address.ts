/** An http or https URL as it is written, since the parser itself leaves out blanks and turns backslashes round. */

export function parseWebAddress(value: string): URL | undefined {
  if (!/^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(value)) return undefined;
  return URL.parse(value) ?? undefined;
}

/** Of other protocols, which `fetch` asks nothing at: its standard lists them, and Node has them from there. */
const closedPorts: ReadonlySet<string> = new Set(
  (
    '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 ' +
    '135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 ' +
    '995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);

/** A call to such an address would fail each time, and without a word of the port. What is none has a fault of its own. */
export function hasOpenPort(value: string): boolean {
  const port = parseWebAddress(value)?.port ?? '';
  return port !== '0' && !closedPorts.has(port);
}

export const openPort =
  'another port, since this one belongs to another protocol and nothing is asked there over HTTP';

import { describe, expect, test } from '@jest/globals';
import { GatewayError } from '../../../src/errors.ts';
import { type Refusal, toLines } from '../../../src/server/refused-socket.ts';
import { SameRefusals } from '../../../src/server/same-refusals.ts';

const full = new GatewayError('overloaded', 'no room; try again');
const late = new GatewayError('overloaded', 'late; try again');

/** With the id in a header, twice in the text, and characters of several bytes, or none of these. */
function write(error: GatewayError, kind: string, id: string): Refusal {
  return kind === 'plain'
    ? { type: 'text/plain', lines: ['retry-after', '1'], text: error.message }
    : {
        type: 'application/json',
        lines: ['retry-after', '1', 'request-id', id],
        text: `{"id":"${id}","said":"${error.message} – ${kind}","again":"${id}"}`,
      };
}

describe('refusals of the same kind', () => {
  test.each(['plain', 'one', 'other'])('are told as if each had been written: %s', (kind) => {
    const same = new SameRefusals();
    for (const id of ['a', 'another-id.of_1', 'x'.repeat(128)])
      for (const error of [full, late]) {
        const refusal = write(error, kind, id);
        const told = same.tell(error, kind, id, (given) => write(error, kind, given));
        expect(told).toEqual({
          lines: toLines(refusal),
          text: refusal.text,
          plain: kind === 'plain',
        });
      }
  });

  test('are written once for each kind of client and each error, and share nothing that a call could change', () => {
    const same = new SameRefusals();
    let written = 0;
    const tell = (error: GatewayError, kind: string) =>
      same.tell(error, kind, 'id', (given) => {
        written += 1;
        return write(error, kind, given);
      });
    for (let call = 0; call < 3; call += 1) {
      tell(full, 'one').lines.push('connection', 'close');
      tell(full, 'plain');
      tell(late, 'one');
    }
    expect(written).toBe(3);
    expect(tell(full, 'one').lines).not.toContain('connection');
  });
});

/** What decoders propose to change in a text, gathered before any of it is read. */
import type { Claims } from './claims.ts';
import type { Decoder } from './decoders/decoder.ts';
import { Edits } from './edits.ts';
import type { Scan } from './scan.ts';

/** Each decoder has its place in the list as its number. */
export function collect(scan: Scan, decoders: readonly Decoder[], claims?: Claims): Edits {
  const edits = new Edits(claims);
  decoders.forEach((decoder, number) => {
    edits.begin(number);
    decoder.find(scan, edits);
  });
  return edits;
}

/** What stands beside the dumps in a text, read for itself: a view of its own that goes with the text's. */
import { besideDumps } from './decoders/dump.ts';
import type { Scan } from './scan.ts';
import { behind, type Source } from './source.ts';
import { TextView } from './text-view.ts';
import type { View } from './view.ts';

export function canonicalView(scan: Scan, source: Source): View {
  return { ...source, canonical: true, beside: beside(scan, source) };
}

export function beside(scan: Scan, source: Source): View | undefined {
  const found = besideDumps(scan);
  return found && new TextView({ ...source, ...behind(source, found), canonical: true });
}

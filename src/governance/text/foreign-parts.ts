/** Of a text whose canonical form is read as well, only what stands near a character that the two may tell differently. */
import { foldUnit } from './fold.ts';
import { margin, Patch } from './patch.ts';
import { type Reading, Rewrite } from './rewrite.ts';

/** Where this much of a text would stay, all of it does. */
const worthwhile = 0.75;

/** Undefined where nearly all of it stands near such a character. */
export function foreignParts(text: string): Reading | undefined {
  const places = stretchesIn(text);
  if (places === undefined) return undefined;
  const rewrite = new Rewrite(text, text.length);
  const patch = new Patch(rewrite, text.length);
  for (let at = 0; at < places.length; at += 2) patch.keep(places[at] ?? 0, places[at + 1] ?? 0);
  patch.close();
  return rewrite.finish();
}

/** Start and end of each row of such characters; rows that share what stands between them are one. */
function stretchesIn(text: string): readonly number[] | undefined {
  const places: number[] = [];
  let kept = 0;
  let end = -Infinity;
  for (let at = 0; at < text.length; at++) {
    if (!mayFold(text.charCodeAt(at))) continue;
    if (at - end > margin) {
      kept += margin;
      places.push(at, at + 1);
    } else places[places.length - 1] = at + 1;
    kept += Math.min(at + 1 - end, margin);
    if (kept > text.length * worthwhile) return undefined;
    end = at + 1;
  }
  return places;
}

/** Most scripts stand for themselves in the canonical form as well; of a character of two halves it is not asked. */
function mayFold(unit: number): boolean {
  if (unit < 128) return false;
  return (unit >= 0xd800 && unit <= 0xdfff) || foldUnit(unit) !== unit;
}

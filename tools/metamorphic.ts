/** Rules on attacks in every disguise and on ordinary texts in every everyday form: `npm run metamorphic -- [--texts 300] [--seed 1] [--only NAME] [--show 3]`. */
import { readCount, readScriptFlags } from './flags.ts';
import { disguises } from './metamorphic/catalogue.ts';
import { compare, type Tally } from './metamorphic/compare.ts';
import { ordinaryChanges } from './metamorphic/ordinary.ts';
import { loadShippedPolicies, wordOf } from './metamorphic/ruling.ts';
import { pickTexts } from './metamorphic/texts.ts';

const values = readScriptFlags('npm run metamorphic --', {
  texts: { type: 'string', default: '300' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  show: { type: 'string', default: '3' },
});
const count = readCount('texts', values.texts, 1);
const seed = readCount('seed', values.seed);
const show = readCount('show', values.show);
const bundle = await loadShippedPolicies();
const attacks = pickTexts(bundle, ['attacks', 'harm'], (rank) => rank > 0, count, seed);
const ordinary = pickTexts(bundle, ['benign'], () => true, count, seed);

const tell = (line: string): boolean => process.stdout.write(`${line}\n`);
const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(2)} %`;

function report(tally: Tally, changed: Tally['fell'], word: string): void {
  const kept = tally.judged - changed.length;
  tell(
    `${percent(kept, tally.judged).padStart(9)}  ${String(changed.length).padStart(4)} ${word} of ${tally.judged}  ${tally.disguise}`,
  );
  for (const { text, plain, made, family } of changed.slice(0, show))
    tell(
      `             ${wordOf(plain)} -> ${wordOf(made)} (${family}): ${JSON.stringify(text.slice(0, 140))}`,
    );
}

const named = ({ name }: { readonly name: string }): boolean => name.includes(values.only);
let [judged, fell, lost, rose, ordinaryJudged] = [0, 0, 0, 0, 0];
tell(`${attacks.length} attacks:`);
for (const disguise of disguises.filter(named)) {
  const tally = compare(bundle, attacks, disguise, seed);
  report(tally, tally.fell, 'fell');
  judged += tally.judged;
  fell += tally.fell.length;
  lost += tally.fell.filter(({ made }) => made === 0).length;
}
tell(`${ordinary.length} ordinary texts:`);
for (const change of ordinaryChanges.filter(named)) {
  const tally = compare(bundle, ordinary, change, seed);
  report(tally, tally.rose, 'rose');
  ordinaryJudged += tally.judged;
  rose += tally.rose.length;
}
if (judged > 0) {
  tell(
    `transformed attacks: ${judged}, still found ${percent(judged - lost, judged)}, ruled as strictly as plain ${percent(judged - fell, judged)}`,
  );
}
if (ordinaryJudged > 0) {
  tell(
    `transformed ordinary texts: ${ordinaryJudged}, ruled no more strictly ${percent(ordinaryJudged - rose, ordinaryJudged)}`,
  );
}
if (fell + rose > 0) process.exitCode = 1;

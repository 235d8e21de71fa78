/** How far reviewers agree: of the entries that were judged more than once, those where every verdict was the same. */
import { get } from '../api.ts';
import type { Entry } from '../entry/entry.ts';

export type Agreement = { readonly twice: number; readonly agreed: number };

type Page = { readonly entries: readonly Entry[]; readonly next: string | null };

/** The newest so many acts count; more than a team of reviewers does in months. */
const pagesMax = 20;
const pageEntries = 500;

async function readAll(q: string, signal: AbortSignal): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; page++) {
    const asked = { q, limit: pageEntries, cursor };
    const { entries, next } = await get<Page>('/v1/audit/entries', asked, signal);
    all.push(...entries);
    if (next === null) break;
    cursor = next;
  }
  return all;
}

/** By each rule that fired, as the gateway counts them too. */
export async function readAgreement(signal: AbortSignal): Promise<ReadonlyMap<string, Agreement>> {
  const acts = await readAll('type:admin act:review', signal);
  const verdicts = new Map<string, Set<string>>();
  const heard = new Map<string, Set<string>>();
  const twice = new Set<string>();
  for (const act of acts) {
    const { entry, status } = act.detail ?? {};
    if (typeof entry !== 'string' || (status !== 'confirmed' && status !== 'false_positive')) {
      continue;
    }
    // Whoever adds a tag says the verdict again: it counts once.
    const said = verdicts.get(entry) ?? new Set();
    verdicts.set(entry, said.add(status));
    const voices = heard.get(entry) ?? new Set();
    heard.set(entry, voices.add(`${status} ${act.actor?.owner ?? ''}`));
    if (voices.size > 1) twice.add(entry);
  }
  // Only where two verdicts were given does the rule have to be known.
  if (twice.size === 0) return new Map();
  const entries = await readAll('-review:none', signal);
  const judged = entries.filter(({ id }) => twice.has(id));
  const byRule = Map.groupBy(
    judged.flatMap(({ id, ruling }) => (ruling?.rules ?? []).map((fired) => ({ id, ...fired }))),
    ({ policy, rule }) => `${policy}/${rule}`,
  );
  return new Map(
    [...byRule].map(([rule, all]) => [
      rule,
      { twice: all.length, agreed: all.filter(({ id }) => verdicts.get(id)?.size === 1).length },
    ]),
  );
}

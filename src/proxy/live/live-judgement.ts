/** Judges what is due of a live stream's texts, and lets go of them what the ruling leaves. */
import type { Edit, Ruling } from '../../governance/decision.ts';
import { hiddenOf } from '../../governance/hidden.ts';
import type { Part, Unjudged } from '../../governance/interaction.ts';
import type { LiveRecord } from './live-record.ts';
import type { LiveTexts } from './live-texts.ts';
import { weigh, type Look } from './weigh.ts';

export type Judging = {
  /** Characters of each text that are held back. */
  readonly reach: number;
  /** True: what was said is judged once more as a whole at the end, for rules that only note. */
  readonly again: boolean;
  readonly judge: (
    parts: readonly Part[],
    unjudged: readonly Unjudged[],
  ) => Ruling | Promise<Ruling>;
  /** Told from time to time how many characters will be judged once more. */
  readonly foresee?: ((characters: number) => void) | undefined;
  /** Told what of each ruling is certain: what only seemed to be there gets no number among the placeholders. */
  readonly settle?: ((edits?: readonly Edit[]) => readonly Edit[]) | undefined;
};

export class LiveJudgement {
  readonly #judging: Judging;
  readonly #texts: LiveTexts;
  readonly #record: LiveRecord;
  #blocked: Ruling | undefined;

  constructor(judging: Judging, texts: LiveTexts, record: LiveRecord) {
    this.#judging = judging;
    this.#texts = texts;
    this.#record = record;
    judging.settle?.();
  }

  /** The ruling after which nothing more goes. */
  get blocked(): Ruling | undefined {
    return this.#blocked;
  }

  /** A promise only where the judge gives one. `alone`: without what was released before. */
  judge(alone = false): Promise<void> | undefined {
    const { kept } = this.#texts;
    if (kept > 0) this.#judging.foresee?.(kept);
    const looks = this.#texts.look(alone);
    const parts = looks.map(({ part }) => part);
    const ruling = this.#judging.judge(parts, this.#record.unjudged);
    return ruling instanceof Promise
      ? ruling.then((ruled) => this.#rule(looks, ruled, alone))
      : this.#rule(looks, ruling, alone);
  }

  /** Only what notes is taken from it: whatever would have changed the answer was judged before it went. */
  async judgeAgain(): Promise<void> {
    const parts = this.#texts.said(this.#record.parts);
    if (parts !== undefined)
      this.#record.note(await this.#judging.judge(parts, this.#record.unjudged));
  }

  #rule(looks: readonly Look[], ruling: Ruling, alone: boolean): Promise<void> | undefined {
    const weighed = weigh(looks, ruling, this.#judging.reach);
    if (weighed.kind === 'stale' && !alone) return this.judge(true);
    if (weighed.kind === 'released') {
      const { to, findings } = weighed;
      const edits = this.#judging.settle?.(weighed.edits) ?? weighed.edits;
      this.#record.add(ruling, findings, looks, edits);
      this.#texts.settle(looks, to, edits, hiddenOf(ruling, findings));
      return undefined;
    }
    this.#record.add(ruling, ruling.findings, looks, []);
    this.#blocked = weighed.kind === 'blocked' ? weighed.ruling : ruling;
    return undefined;
  }
}

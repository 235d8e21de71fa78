/** What the trail keeps of bytes: the masked copy of them, made ahead in steps where it is long, or by whoever asks for it. */
import type { Content, Contents } from '../governance/event.ts';
import { finishSteps, type Step, type Steps, takeSteps } from './steps.ts';

/** A copy of so many bytes is made before its entry is written, so that others are served meanwhile. */
const aheadBytesMin = 32_768;

export class KeptCopy implements Content {
  readonly raw: Buffer;
  readonly #mask: () => Steps<Buffer>;
  #masked: Buffer | undefined;

  constructor(raw: Buffer, mask: () => Steps<Buffer>) {
    this.raw = raw;
    this.#mask = mask;
  }

  readonly redacted = (): Buffer => (this.#masked ??= finishSteps(this.#mask()));

  async makeAhead(step: Step): Promise<void> {
    if (this.raw.length >= aheadBytesMin) this.#masked ??= await takeSteps(this.#mask(), step);
  }
}

/** Undefined where all of them are short. */
export function makeAhead(contents: Contents, step: Step): Promise<unknown> | undefined {
  const long = Object.values(contents).filter(isLong);
  return long.length === 0 ? undefined : Promise.all(long.map((copy) => copy.makeAhead(step)));
}

function isLong(content: Content): content is KeptCopy {
  return content instanceof KeptCopy && content.raw.length >= aheadBytesMin;
}

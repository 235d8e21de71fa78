/** How far each channel of a live stream has come: when its texts are due to be judged, and which of them were left for others. */
import type { Part } from '../../governance/interaction.ts';
import type { LiveText } from './live-text.ts';

/** At least so many characters are judged at once. */
const stepMin = 32;
/** From the beginning on, of which a reader is waiting for each word, steps grow to as much as is held back. */
const stepShare = 1 / 3;

/** How much a channel has said, and how much of that when its texts were last judged. */
type Channel = { said: number; judged: number };

export class Progress {
  readonly #reach: number;
  /** Characters that are judged at once: at the beginning of a text, and later. */
  readonly #firstStep: number;
  readonly #laterStep: number;
  readonly #channels = new Map<number, Channel>();

  constructor(reach: number) {
    this.#reach = reach;
    this.#firstStep = reach === 0 ? 1 : Math.max(stepMin, Math.ceil(reach / 2));
    this.#laterStep = Math.max(this.#firstStep, reach);
  }

  /** Told of so many characters more of a text; true where it is due, or those before it are together with it. */
  tell(text: LiveText, more: number): boolean {
    const channel = this.#channelOf(text.part);
    channel.said += more;
    text.saidAt = channel.said;
    if (text.part.tool !== undefined) return false;
    if (text.waiting > this.#reach) return text.fresh >= this.#stepOf(text);
    // Texts that follow each other may each be too short to be due by itself.
    return channel.said - channel.judged >= this.#reach + this.#laterStep;
  }

  /** How many more characters a text has to have before it is judged; a call is judged when it ends. */
  wantedBy(text: LiveText): number {
    if (text.part.tool !== undefined) return Infinity;
    return Math.max(this.#reach + 1 - text.waiting, this.#stepOf(text) - text.fresh);
  }

  /** When so much else was said in its channel, nothing that began in a text goes on where that left off. */
  isLeft({ part, saidAt }: LiveText): boolean {
    if (part.tool !== undefined) return false;
    return (this.#channels.get(part.channel)?.said ?? Infinity) - saidAt >= this.#reach;
  }

  /** What is due is judged now. */
  begin(): void {
    for (const channel of this.#channels.values()) channel.judged = channel.said;
  }

  close(channel: number): void {
    this.#channels.delete(channel);
  }

  #channelOf({ channel }: Omit<Part, 'text'>): Channel {
    const known = this.#channels.get(channel);
    if (known !== undefined) return known;
    const begun = { said: 0, judged: 0 };
    this.#channels.set(channel, begun);
    return begun;
  }

  #stepOf({ settled }: LiveText): number {
    return Math.min(this.#laterStep, Math.max(this.#firstStep, settled * stepShare));
  }
}

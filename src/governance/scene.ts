/** What each policy may look at in one call: all of its parts, those of the last turn, or a single call of a tool. */
import type { Interaction } from './interaction.ts';
import type { Subject } from './policy/expression/subject.ts';
import type { Policy } from './policy/policy.ts';
import { toSight, type SeenIndex, type Sight } from './policy/sight.ts';
import type { Seen } from './seen.ts';

/** The same subject twice where nothing stands before the last turn. */
export type Scene = { readonly whole: Subject; readonly present: Subject };

export class Scenes {
  readonly #interaction: Interaction;
  readonly #index: SeenIndex;
  readonly #hasPast: boolean;
  /** What a policy sees that looks at every kind of part in which something was: the same for all such policies. */
  readonly #whole: Sight;
  /** The same of the last turn, once a policy has asked for it. */
  #present: Sight | undefined;
  readonly #known = new Map<Policy, Scene | undefined>();

  constructor(interaction: Interaction, index: SeenIndex) {
    this.#interaction = interaction;
    this.#index = index;
    this.#hasPast = interaction.parts.some((part) => part.past);
    this.#whole = toSight(index);
  }

  /** Undefined where the policy is not about this call. */
  of(policy: Policy): Scene | undefined {
    const known = this.#known.get(policy);
    if (known !== undefined || this.#known.has(policy)) return known;
    const scene = policy.applies(this.#interaction) ? this.#open(policy) : undefined;
    this.#known.set(policy, scene);
    return scene;
  }

  /** The part with this index alone, and the tool that it calls. */
  ofPart(policy: Policy, index: number): Subject {
    const sight = toSight(this.#index, (one) => one.spans.some((span) => span.part === index));
    return this.#toSubject(policy, sight, index);
  }

  #open(policy: Policy): Scene {
    const seesAll = [...this.#index.kinds].every((kind) => policy.parts.has(kind));
    const isVisible = (one: Seen): boolean => policy.parts.has(one.kind);
    const whole = this.#toSubject(policy, seesAll ? this.#whole : toSight(this.#index, isVisible));
    return { whole, present: this.#hasPast ? this.#presentOf(policy, seesAll) : whole };
  }

  #presentOf(policy: Policy, seesAll: boolean): Subject {
    const isPresent = (one: Seen): boolean => !isPast(one, this.#interaction);
    const sight = seesAll
      ? (this.#present ??= toSight(this.#index, isPresent))
      : toSight(this.#index, (one) => policy.parts.has(one.kind) && isPresent(one));
    return this.#toSubject(policy, sight);
  }

  #toSubject(policy: Policy, sight: Sight, part?: number): Subject {
    const tool = part === undefined ? undefined : this.#interaction.parts[part]?.tool;
    return { interaction: this.#interaction, sight, zone: policy.zone, tool };
  }
}

function isPast(one: Seen, interaction: Interaction): boolean {
  return (
    one.spans.length > 0 && one.spans.every((span) => interaction.parts[span.part]?.past ?? false)
  );
}

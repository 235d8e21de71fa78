/** The names under which a choice says its words: some clients put all together as it comes, others each name by itself. */
import { readObject } from '../json.ts';
import { readCount } from './members.ts';
import { lies } from './places.ts';

/** The AI SDK takes a refusal for more of the words. */
const names = ['content', 'refusal'];

export class SaidNames {
  /** In the order in which they began, by the choice. */
  readonly #begun = new Map<number, readonly string[]>();

  /** True where each choice goes on under the name that it spoke under last; one behind the other, both read the same. */
  goOn(choices: unknown): boolean {
    if (!Array.isArray(choices)) return true;
    let goesOn = true;
    for (const [at, each] of choices.entries()) {
      const choice = readObject(each);
      const delta = readObject(choice?.delta);
      const says = names.filter((name) => saysSomething(delta?.[name]));
      goesOn = this.#follow(readCount(choice?.index ?? at), says) && goesOn;
    }
    return goesOn;
  }

  #follow(index: number, says: readonly string[]): boolean {
    const [name] = says;
    if (name === undefined) return true;
    const begun = this.#begun.get(index) ?? [];
    if (begun.at(-1) === name && says.length === 1) return true;
    if (says.length > 1 || begun.includes(name))
      throw lies('goes on with words that it had left for others');
    this.#begun.set(index, [...begun, name]);
    return false;
  }
}

function saysSomething(value: unknown): boolean {
  return (typeof value === 'string' || Array.isArray(value)) && value.length > 0;
}

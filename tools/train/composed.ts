/** Texts put together from written parts: clauses that overturn instructions, or only a table, beside what is asked for next. */
import { type Example, ownFoldOf, type Targets } from './example.ts';
import type { Random } from './random.ts';
import type { Row } from './row.ts';

const attacks = 900;
const harmless = 700;
const ordersPerCommand = 2;

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export function composeClauses(parts: readonly Row[], random: Random): readonly Example[] {
  const of = (family: string, label: string): readonly string[] =>
    parts.filter((one) => one.family === family && one.label === label).map((one) => one.text);
  const joints = of('joint', 'any');
  const make = (clauses: readonly string[], asks: readonly string[], attack: boolean): Example => {
    const clause = random.pick(clauses);
    const joined = random.pick(joints).replace('{a}', clause).replace('{b}', random.pick(asks));
    const targets: Targets = attack ? { attack: 1, document: 1 } : { attack: 0, harm: 0, toxic: 0 };
    return {
      text: random.next() < 0.7 ? capitalised(joined) : joined,
      targets,
      family: attack ? 'own-composed-attack' : 'own-composed-harmless',
      lang: 'en',
      fold: ownFoldOf(clause),
      weight: 0.7,
      derived: false,
      ...(attack && { subject: 'injection' }),
    };
  };
  const overturning = of('clause', 'attack');
  const asking = of('followup', 'attack');
  const plain = of('benign-clause', 'benign');
  const plainAsks = of('benign-followup', 'benign');
  return [
    ...Array.from({ length: attacks }, (_one, index) => {
      if (index % 3 === 0) return make(overturning, plainAsks, true);
      return index % 3 === 1 ? make(overturning, asking, true) : make(plain, asking, true);
    }),
    ...Array.from({ length: harmless }, () => make(plain, plainAsks, false)),
  ];
}

/** Orders to act, as they are hidden in what a tool returns. */
export function composeOrders(
  commands: readonly Row[],
  parts: readonly Row[],
  random: Random,
): readonly Example[] {
  const frames = parts.filter((one) => one.family === 'order').map((one) => one.text);
  return commands.flatMap((command) =>
    Array.from({ length: ordersPerCommand }, () => ({
      text: capitalised(random.pick(frames).replace('{x}', command.text)),
      targets: { document: 1 } as const,
      family: 'own-doc-command',
      lang: command.lang ?? '',
      fold: ownFoldOf(command.text),
      weight: 1,
      derived: false,
      subject: 'injection',
    })),
  );
}

/** Holds what callers were told against what was asked: nothing may come back that is neither true nor plainly an error. */
import type { Answered } from './load.ts';
import { toAnswer } from './question.ts';
import { disputed, forbidden } from './words.ts';

/** What a caller may be told beside an answer: each says plainly that there is none. */
const refusals: ReadonlySet<number> = new Set([0, 429, 500, 502, 503, 504]);

/** As the format's clients know it. */
const blockedCode = 'content_policy_violation';

/** One sentence for each call that was answered wrongly. */
export function findWrong(
  answered: readonly Answered[],
  secrets: readonly string[],
): readonly string[] {
  return answered.flatMap((one) => {
    const fault = findFault(one) ?? findSecret(one, secrets);
    return fault === undefined ? [] : [`${one.asked.model} ${fault}`];
  });
}

function findFault({ asked, told }: Answered): string | undefined {
  const { status, whole, code, text } = told;
  if (text.includes(forbidden)) return `was sent a word that is blocked`;
  if (status === 200) {
    if (asked.word === forbidden) return 'was answered though its request is blocked';
    const said = asked.streamed ? joinDeltas(text) : readContent(text);
    if (whole && said !== asked.answer) return `was answered with another text: ${said}`;
    if (!whole && !/"error":/.test(text)) return 'was streamed to no end and told no error';
    return undefined;
  }
  if (status === 400 && code !== blockedCode) return `was told ${code}`;
  if (status === 400) return mayBeBlocked(asked) ? undefined : 'was blocked for nothing';
  return refusals.has(status) ? undefined : `was told ${status} ${code}`;
}

function mayBeBlocked({ model, word }: Answered['asked']): boolean {
  const said = toAnswer(model) ?? '';
  return word === forbidden || word === disputed || said.includes(forbidden);
}

function findSecret({ told }: Answered, secrets: readonly string[]): string | undefined {
  return secrets.some((secret) => told.text.includes(secret)) ? 'was sent a secret' : undefined;
}

function readContent(text: string): string {
  const { choices } = JSON.parse(text) as { choices?: { message: { content: string } }[] };
  return choices?.[0]?.message.content ?? '';
}

function joinDeltas(text: string): string {
  const events = [...text.matchAll(/^data: (\{.*)$/gm)].map(
    ([, json = '{}']) => JSON.parse(json) as { choices?: { delta: { content?: string } }[] },
  );
  return events.map(({ choices }) => choices?.[0]?.delta.content ?? '').join('');
}

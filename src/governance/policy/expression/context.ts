/** The one declared schema of what a condition can see: names, types, stages and how long lists are taken to be. */
import type { Stage } from '../../interaction.ts';
import { bool, double, dyn, int, listOf, mapOf, string, wordOf, type Type } from './type.ts';

export type Field = {
  readonly type: Type;
  readonly stages: readonly Stage[];
  /** How many items a loop over it is taken to have when its cost is judged. */
  readonly size?: number;
  /** True: its value is whatever the caller sent, so it may not decide whether a policy applies. */
  readonly caller?: true;
  /** True: it stands for one tool call, so a rule that names it is judged for each of them. */
  readonly perCall?: true;
};

const both: readonly Stage[] = ['request', 'response'];
const request: readonly Stage[] = ['request'];
const object = (name: string, fields: Readonly<Record<string, Type>>): Type => ({
  kind: 'object',
  name,
  fields,
});

/** Raised when a field is added, taken away or changes its meaning. */
export const contextVersion = 1;

export const context: Readonly<Record<string, Field>> = {
  model: { type: string, stages: both },
  upstream: { type: string, stages: both },
  dialect: { type: string, stages: both },
  route: { type: string, stages: both },
  stage: { type: wordOf('stage'), stages: both },
  stream: { type: bool, stages: both },
  key: {
    type: object('key', {
      id: string,
      owner: string,
      team: string,
      env: string,
      tags: listOf(string),
    }),
    stages: both,
    size: 20,
  },
  user: { type: string, stages: both, caller: true },
  session: { type: string, stages: both, caller: true },
  tags: { type: listOf(string), stages: both, size: 20, caller: true },
  tokens: { type: int, stages: both },
  parts: {
    type: listOf(
      object('part', { kind: wordOf('kind of part'), role: string, path: string, size: int }),
    ),
    stages: both,
    size: 100,
  },
  tools: { type: listOf(string), stages: request, size: 50 },
  tool: {
    type: object('tool', { name: string, args: mapOf(dyn) }),
    stages: both,
    size: 50,
    perCall: true,
  },
  history: { type: int, stages: request },
  time: { type: object('time', { hour: int, weekday: int }), stages: both },
  findings: {
    type: listOf(
      object('finding', {
        category: wordOf('category'),
        severity: wordOf('severity'),
        confidence: double,
        kind: wordOf('kind of part'),
      }),
    ),
    stages: both,
    size: 50,
  },
  unjudged: { type: listOf(wordOf('kind of content')), stages: both, size: 20 },
  references: { type: listOf(string), stages: request, size: 20 },
};

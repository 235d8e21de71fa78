/** Models from outside for tests: one at a time, under the name `model`, with bounds that a test may change. */
import type { Evidence } from '../../../src/governance/evidence.ts';
import type { Part } from '../../../src/governance/interaction.ts';
import type { AskerOptions } from '../../../src/outside/asker.ts';
import { createOutside, type ModelOptions, type Outside } from '../../../src/outside/outside.ts';
import { callOf, partOf } from '../../support/policy.ts';

const opened: Outside[] = [];

export function labelsOf(...names: readonly string[]): AskerOptions['labels'] {
  return Object.fromEntries(
    names.map((name) => [
      name,
      { category: `model/${name}`, severity: 'high', threshold: 0.5, meaning: `it is ${name}` },
    ]),
  );
}

export function openOutside(
  of: ModelOptions,
  change: Partial<AskerOptions> = {},
  onAsked?: (outcome: string) => void,
): Outside {
  const outside = createOutside({
    detectors: [
      {
        ...{ name: 'model', of, labels: labelsOf('rude', 'loud'), timeoutMs: 30_000 },
        ...{ charactersMax: 1_000_000, callsMax: 4, waitingMax: 16, failuresMax: 1_000 },
        ...{ cacheEntriesMax: 0, cacheMs: 60_000, pauseMs: 1_000 },
        ...change,
      },
    ],
    ...(onAsked && { onAsked: (_detector, outcome) => onAsked(outcome) }),
  });
  opened.push(outside);
  return outside;
}

export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((outside) => outside.close()));
}

/** What the model says of texts, each a part of one call. */
export function askAbout(
  outside: Outside,
  ...texts: readonly (string | Part)[]
): Promise<Evidence> {
  const parts = texts.map((text) => (typeof text === 'string' ? partOf(text) : text));
  const need = {
    name: 'model',
    categories: ['model/rude', 'model/loud', 'model/attack'],
    parts: parts.map((_, index) => index),
  };
  return outside.ask([need], callOf({}, { parts }));
}

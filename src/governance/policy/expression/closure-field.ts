/** Reads the declared fields of a call straight from it, for conditions that need no evaluator. */
import { saidParts, type Interaction } from '../../interaction.ts';
import type { Closure } from './closure-type.ts';
import { tokensOf } from './subject.ts';

export function fieldClosure(name: string): Closure | undefined {
  switch (name) {
    case 'model':
    case 'upstream':
    case 'dialect':
    case 'route':
    case 'stage':
    case 'user':
    case 'session':
      return { type: 'string', run: ({ interaction }) => interaction[name] };
    case 'stream':
      return { type: 'bool', run: ({ interaction }) => interaction.stream };
    case 'tokens':
      return { type: 'number', run: ({ interaction }) => tokensOf(interaction) };
    case 'history':
      return { type: 'number', run: ({ interaction }) => interaction.history };
    case 'tags':
    case 'tools':
    case 'references':
      return { type: 'strings', run: ({ interaction }) => interaction[name] };
    case 'unjudged':
      return { type: 'strings', run: ({ interaction }) => kindsOf(interaction) };
    case 'parts':
      return { type: 'parts', run: ({ interaction }) => saidParts(interaction) };
    case 'findings':
      return { type: 'findings', run: ({ sight }) => sight.all };
    default:
      return undefined;
  }
}

const kindsOf = (interaction: Interaction): readonly string[] =>
  interaction.unjudged.map((one) => one.kind);

/** A field of `key`, of `tool`, or of an item of a loop. */
export function memberClosure(of: Closure | string, name: string): Closure | undefined {
  if (of === 'key') return keyClosure(name);
  if (of === 'tool') {
    return name === 'name' ? { type: 'string', run: ({ tool }) => tool?.name ?? '' } : undefined;
  }
  if (typeof of === 'string') return undefined;
  if (of.type === 'part') {
    if (name === 'kind') return { type: 'string', run: (at) => of.run(at)?.kind ?? '' };
    if (name === 'role') return { type: 'string', run: (at) => of.run(at)?.role ?? '' };
    if (name === 'size') return { type: 'number', run: (at) => of.run(at)?.text.length ?? 0 };
  }
  if (of.type === 'finding') {
    if (name === 'confidence') return { type: 'number', run: (at) => of.run(at)?.confidence ?? 0 };
    if (name === 'category' || name === 'severity' || name === 'kind') {
      return { type: 'string', run: (at) => of.run(at)?.[name] ?? '' };
    }
  }
  return undefined;
}

function keyClosure(name: string): Closure | undefined {
  switch (name) {
    case 'tags':
      return { type: 'strings', run: ({ interaction }) => interaction.key.tags };
    case 'id':
    case 'owner':
    case 'team':
    case 'env':
      return { type: 'string', run: ({ interaction }) => interaction.key[name] };
    default:
      return undefined;
  }
}

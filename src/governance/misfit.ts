/** What was expected where a caller's value does not fit a schema, in a sentence for people and without the value. */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: '`true` or `false`',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
};

const units: Readonly<Record<string, string>> = { array: ' element', string: ' character' };

export function tellMisfit(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const lacks = issue.message.endsWith('received undefined') ? ', but it is missing' : '';
      return `expected ${kinds[issue.expected] ?? issue.expected}${lacks}`;
    }
    case 'invalid_value': {
      const choice = issue.values.map((value) => `\`${String(value)}\``).join(', ');
      return `expected ${issue.values.length > 1 ? 'one of ' : ''}${choice}`;
    }
    case 'too_small':
    case 'too_big':
      return issue.message.startsWith('Too ') ? tellSize(issue) : lower(issue.message);
    case 'invalid_union':
      return 'expected another value';
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return lower(issue.message);
  }
}

function tellSize(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const [side, bound] =
    issue.code === 'too_small' ? ['at least', issue.minimum] : ['at most', issue.maximum];
  const unit = units[issue.origin];
  const counted = unit === undefined || Number(bound) === 1 ? unit : `${unit}s`;
  return `expected ${side} ${String(bound)}${counted ?? ''}`;
}

function lower(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

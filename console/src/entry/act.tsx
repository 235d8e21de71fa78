/** What an entry says of an act or of a refusal: whom or what it is about, why, and how often; other entries are linked. */
import type { ReactNode } from 'react';
import { toHref } from '../address.ts';
import { toInert } from '../design/inert.ts';
import { Link } from '../link.tsx';
import type { Entry, Fact } from './entry.ts';

/** Members of `detail` that hold the id of another entry, and what that one is to this. */
const others: Readonly<Record<string, string>> = {
  entry: 'About',
  first: 'Last one alone',
  begun: 'Begun with',
};
const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** `entries_left` as people write it. */
function toName(member: string): string {
  const words = member.replaceAll('_', ' ');
  return others[member] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function toValue(member: string, value: unknown): ReactNode {
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value !== 'string') return JSON.stringify(value);
  if (member in others && isId.test(value))
    return <Link href={toHref(['entries', value])}>{value}</Link>;
  return toInert(value);
}

/** Nothing of a call that went its way. */
export function toActFacts({ reason, count, detail }: Entry): readonly Fact[] {
  return [
    ['Why', reason],
    ['Calls', count === undefined || count === 1 ? undefined : count.toLocaleString('en')],
    ...Object.entries(detail ?? {})
      .filter(([, value]) => value !== '')
      .map(([member, value]): Fact => [toName(member), toValue(member, value)]),
  ];
}

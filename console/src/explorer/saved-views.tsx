/** Views worth coming back to: some that everyone needs, and those that this browser keeps. */
import { useState, type ReactNode } from 'react';
import { go, readAddress, toHref } from '../address.ts';
import { Icon } from '../design/icon.tsx';
import { keep, readKept } from '../kept.ts';
import { exchangesQuery } from './filter.ts';

type Saved = { readonly name: string; readonly query: string };

const place = 'governance.views';
const common: readonly Saved[] = [
  { name: 'Exchanges', query: '' },
  { name: 'Blocked', query: toQuery(`${exchangesQuery} decision:block`) },
  { name: 'Redacted', query: toQuery(`${exchangesQuery} decision:redact`) },
  { name: 'Not fully judged', query: toQuery(`${exchangesQuery} coverage:partial`) },
  { name: 'Failed', query: toQuery('type:failed,aborted,recovered') },
  { name: 'Refused callers', query: toQuery('type:denied') },
  { name: 'Acts and changes', query: toQuery('type:policy,key,admin,reveal,export,erasure,gap') },
  { name: 'Every entry', query: 'q=' },
];

function toQuery(q: string): string {
  return new URLSearchParams({ q }).toString();
}

function isSaved(value: unknown): value is Saved {
  const { name, query } = (value ?? {}) as Partial<Saved>;
  return typeof name === 'string' && typeof query === 'string';
}

function readSaved(): readonly Saved[] {
  try {
    const kept: unknown = JSON.parse(readKept(place) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSaved) : [];
  } catch {
    return [];
  }
}

export function SavedViews(): ReactNode {
  const [own, setOwn] = useState(readSaved);
  const change = (views: readonly Saved[]): void => {
    keep(place, JSON.stringify(views));
    setOwn(views);
  };
  const save = (): void => {
    const name = window.prompt('Name of this view')?.trim() ?? '';
    if (name === '') return;
    const query = readAddress().query.toString();
    change([...own.filter((view) => view.name !== name), { name, query }]);
  };
  const show = (query: string): void => go(`${toHref(['entries'])}?${query}`);
  return (
    <div className="row">
      <select
        className="input views"
        aria-label="Saved views"
        value=""
        onChange={({ target }) => show([...common, ...own][Number(target.value)]?.query ?? '')}
      >
        <option value="" disabled>
          Views
        </option>
        {[...common, ...own].map(({ name }, index) => (
          <option key={name} value={index}>
            {name}
          </option>
        ))}
      </select>
      <button type="button" className="button" onClick={save} aria-label="Save this view">
        <Icon name="save" />
      </button>
      {own.length > 0 && (
        <button type="button" className="button quiet small" onClick={() => change([])}>
          Forget own views
        </button>
      )}
    </div>
  );
}

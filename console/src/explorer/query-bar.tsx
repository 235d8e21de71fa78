/** The search box, with what could come next: fields, and values that are there; and the span of time beside it. */
import { useId, useState, type ReactNode } from 'react';
import { Icon } from '../design/icon.tsx';
import type { Suggestion } from './completion.ts';
import { type Filter, exchangesQuery } from './filter.ts';
import { SpanPicker } from './span-picker.tsx';
import { useCompletion } from './use-completion.ts';

type Props = {
  readonly filter: Filter;
  readonly change: (change: Partial<Filter>) => void;
};

/** Mounted anew for each filter, so that the box always begins with the query in force. */
export function QueryBar({ filter, change }: Props): ReactNode {
  const [text, setText] = useState(filter.q);
  const list = useId();
  const { input, offered, chosen, complete, take, press, close } = useCompletion({
    filter,
    text,
    setText,
  });
  return (
    <form
      className="query-bar"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        close();
        change({ q: text.trim() });
      }}
    >
      <div className="box">
        <Icon name="search" />
        <input
          ref={input}
          id="query"
          aria-label="Query"
          role="combobox"
          aria-expanded={offered.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          {...(offered[chosen] === undefined
            ? {}
            : { 'aria-activedescendant': `${list}-${chosen}` })}
          autoComplete="off"
          spellCheck={false}
          placeholder={'decision:block rule:pii-* -model:gpt-* latency:>500 "free text"'}
          value={text}
          onChange={({ target }) => complete(target.value, target.selectionStart ?? 0)}
          onKeyDown={press}
          onBlur={() => setTimeout(close, 150)}
        />
        {text !== exchangesQuery && <Reset change={change} />}
        <Offered list={list} offered={offered} chosen={chosen} take={take} />
      </div>
      <SpanPicker filter={filter} change={change} />
      <button type="submit" className="button primary">
        Search
      </button>
    </form>
  );
}

function Reset({ change }: Pick<Props, 'change'>): ReactNode {
  return (
    <button
      type="button"
      className="button quiet small"
      onClick={() => change({ q: exchangesQuery })}
    >
      Reset
    </button>
  );
}

type OfferedProps = {
  readonly list: string;
  readonly offered: readonly Suggestion[];
  readonly chosen: number;
  readonly take: (one: Suggestion) => void;
};

function Offered({ list, offered, chosen, take }: OfferedProps): ReactNode {
  return (
    <ul id={list} role="listbox" aria-label="Completions" hidden={offered.length === 0}>
      {offered.map((one, place) => (
        <li
          key={one.text}
          role="option"
          id={`${list}-${place}`}
          aria-selected={place === chosen}
          onPointerDown={(event) => {
            event.preventDefault();
            take(one);
          }}
        >
          <code>{one.text}</code>
          <span className="faint">{one.about}</span>
        </li>
      ))}
    </ul>
  );
}

/** The form for a new key: for whom, for what, how much, until when. */
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { post, type Problem } from '../api.ts';
import { useBusy } from '../busy.ts';
import { Dialog } from '../design/dialog.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { toProblem } from '../resource.ts';
import { type Scope, useSession } from '../session.ts';
import type { IssuedKey } from './key.ts';

const meanings: Readonly<Record<Scope, string>> = {
  govern: 'ask whether a text is allowed',
  proxy: 'call models through the gateway',
  'audit:read': 'read the trail, redacted',
  'audit:reveal': 'see what was said as it was',
  admin: 'policies, keys, erasure',
};

type Props = { readonly close: () => void; readonly done: (key: IssuedKey) => void };

function toProfile(data: FormData): unknown {
  const word = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const list = (name: string): readonly string[] =>
    word(name)
      .split(/[\s,]+/)
      .filter(Boolean);
  return {
    owner: word('owner'),
    team: word('team'),
    scopes: data.getAll('scopes'),
    models: list('models'),
    tags: list('tags'),
    ...(word('rate') === '' ? {} : { rate: word('rate') }),
    ...(word('expires') === '' ? {} : { expires: word('expires') }),
  };
}

export function CreateKey({ close, done }: Props): ReactNode {
  const [problem, setProblem] = useState<Problem>();
  const { busy, run } = useBusy();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    run(() =>
      post<IssuedKey>('/v1/keys', toProfile(data)).then(done, (error: unknown) =>
        setProblem(toProblem(error)),
      ),
    );
  };
  const field = (name: string, title: string, hint = '', required = false): ReactNode => (
    <label className="field">
      <span>{title}</span>
      <input className="input" name={name} placeholder={hint} required={required} />
    </label>
  );
  return (
    <Dialog title="New key" close={close}>
      <form className="stack" onSubmit={submit}>
        {field('owner', 'Owner', 'ada@example.com', true)}
        {field('team', 'Team')}
        <Scopes />
        {field('models', 'Models', 'any; or patterns such as gpt-*')}
        {field('tags', 'Tags')}
        {field('rate', 'Rate', 'as configured; or 60/m')}
        {field('expires', 'Ends after', 'never; or 90d')}
        {problem !== undefined && <ProblemNotice problem={problem} />}
        <button type="submit" className="button primary" disabled={busy}>
          {busy ? 'Making it …' : 'Make the key'}
        </button>
      </form>
    </Dialog>
  );
}

/** Nobody can give what they lack. */
function Scopes(): ReactNode {
  const session = useSession();
  return (
    <fieldset className="stack" style={{ border: 0, padding: 0, margin: 0 }}>
      <legend>
        <h3>Scopes</h3>
      </legend>
      {session?.scopes.map((scope) => (
        <label key={scope} className="row">
          <input
            type="checkbox"
            name="scopes"
            value={scope}
            defaultChecked={scope === 'govern' || scope === 'proxy'}
          />
          <code>{scope}</code> <span className="faint">{meanings[scope]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Signing in with a key or by an identity provider: who it is, is asked before it is kept, and kept in this tab only. */
import { useEffect, useState, type ReactNode, type SubmitEvent } from 'react';
import { go } from '../address.ts';
import { identify } from '../api.ts';
import { goToProvider, hasProvider, readArrival } from '../provider.ts';
import { toProblem, useResource } from '../resource.ts';
import { readEnding, signIn } from '../session.ts';
import { useTheme } from './theme.ts';
import './shell.css';

export function SignIn(): ReactNode {
  useTheme();
  const [fault, setFault] = useState(readEnding() ?? '');
  const [busy, setBusy] = useState(false);
  const fail = (error: unknown): void => setFault(toProblem(error).message);
  const provider = useResource('ways to sign in', hasProvider);
  useEffect(() => {
    document.title = 'Sign in · Governance Gateway';
  }, []);
  useEffect(() => {
    readArrival()?.then(({ session, back }) => {
      signIn(session);
      go(back, true);
    }, fail);
  }, []);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const key = new FormData(event.currentTarget).get('key');
    if (typeof key !== 'string' || key.trim() === '') {
      setFault('Paste a key first.');
      return;
    }
    setBusy(true);
    identify(key.trim())
      .then(signIn, fail)
      .finally(() => setBusy(false));
  };
  return (
    <div className="sign-in">
      <form className="panel stack" onSubmit={submit}>
        <h1>Governance Gateway</h1>
        {provider.value === true && <ByProvider fail={fail} />}
        <WithKey wrong={fault !== ''} />
        <p id="fault" role="alert" style={{ color: 'var(--block)' }}>
          {fault}
        </p>
        <button className="button primary" type="submit" disabled={busy}>
          {busy ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
    </div>
  );
}

function ByProvider({ fail }: { readonly fail: (error: unknown) => void }): ReactNode {
  return (
    <>
      <button
        type="button"
        className="button primary"
        onClick={() => void goToProvider().catch(fail)}
      >
        Sign in with your account
      </button>
      <p className="faint">or</p>
    </>
  );
}

function WithKey({ wrong }: { readonly wrong: boolean }): ReactNode {
  return (
    <>
      <p className="soft">
        Sign in with a key that has the scope <code>audit:read</code>. It stays in this tab and is
        forgotten with it.
      </p>
      <label className="field">
        <span>Key</span>
        <input
          className="input mono"
          name="key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          placeholder="ggw_…"
          aria-invalid={wrong}
          aria-describedby="fault"
        />
      </label>
    </>
  );
}

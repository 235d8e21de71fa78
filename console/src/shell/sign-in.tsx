/** Signing in with a key: it is asked who it is before it is kept, and kept in this tab only. */
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { identify } from '../api.ts';
import { toProblem } from '../resource.ts';
import { readEnding, signIn } from '../session.ts';
import { useTheme } from './theme.ts';
import './shell.css';

export function SignIn(): ReactNode {
  useTheme();
  const [fault, setFault] = useState(readEnding() ?? '');
  const [busy, setBusy] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const key = new FormData(event.currentTarget).get('key');
    if (typeof key !== 'string' || key.trim() === '') {
      setFault('Paste a key first.');
      return;
    }
    setBusy(true);
    identify(key.trim())
      .then(signIn, (error: unknown) => setFault(toProblem(error).message))
      .finally(() => setBusy(false));
  };
  return (
    <div className="sign-in">
      <form className="panel stack" onSubmit={submit}>
        <h1>Governance Gateway</h1>
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
            aria-invalid={fault !== ''}
            aria-describedby="fault"
          />
        </label>
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

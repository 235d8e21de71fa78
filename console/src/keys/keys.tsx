/** Keys: who has which, and making, rotating and revoking them; a new key is shown once. */
import { useState, type ReactNode } from 'react';
import { get, post } from '../api.ts';
import { useBusy } from '../busy.ts';
import { Copy } from '../design/copy.tsx';
import { Dialog } from '../design/dialog.tsx';
import { toShort } from '../design/inert.ts';
import { Loading, ProblemNotice } from '../design/notice.tsx';
import { Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import { toProblem, useResource } from '../resource.ts';
import { CreateKey } from './create-key.tsx';
import type { IssuedKey, ListedKey } from './key.ts';

export function Keys(): ReactNode {
  const asked = useResource('keys', (signal) =>
    get<{ readonly keys: readonly ListedKey[] }>('/v1/keys', {}, signal),
  );
  const [creating, setCreating] = useState(false);
  const [issued, setIssued] = useState<IssuedKey>();
  const [fault, setFault] = useState('');
  const { busy, run } = useBusy();
  const act = (key: ListedKey, verb: 'rotate' | 'revoke'): void => {
    if (!window.confirm(ask(key, verb))) return;
    setFault('');
    run(() =>
      post<IssuedKey>(`/v1/keys/${key.id}/${verb}`, {}).then(
        (answer) => {
          if (verb === 'rotate') setIssued(answer);
          asked.reload();
        },
        (error: unknown) => setFault(toProblem(error).message),
      ),
    );
  };
  return (
    <div className="view">
      <div className="row spread">
        <h1>Keys</h1>
        <button type="button" className="button primary" onClick={() => setCreating(true)}>
          New key
        </button>
      </div>
      {fault !== '' && <p role="alert">{fault}</p>}
      {asked.problem !== undefined && (
        <ProblemNotice problem={asked.problem} retry={asked.reload} />
      )}
      {asked.value === undefined && asked.problem === undefined && <Loading lines={6} />}
      {asked.value !== undefined && <List keys={asked.value.keys} busy={busy} act={act} />}
      {creating && (
        <CreateKey
          close={() => setCreating(false)}
          done={(key) => {
            setCreating(false);
            setIssued(key);
            asked.reload();
          }}
        />
      )}
      {issued !== undefined && <Issued of={issued} close={() => setIssued(undefined)} />}
    </div>
  );
}

/** What follows is said before it is done. */
function ask({ id, owner }: ListedKey, verb: 'rotate' | 'revoke'): string {
  const named = `the key ${id} of ${toShort(owner, 60)}`;
  return verb === 'rotate'
    ? `Rotate ${named}? The old one works on for a day.`
    : `Revoke ${named}? It ends at once.`;
}

type IssuedProps = { readonly of: IssuedKey; readonly close: () => void };

function Issued({ of: { key }, close }: IssuedProps): ReactNode {
  return (
    <Dialog title="The new key" close={close}>
      <p className="soft">It is shown this once. Only its SHA-256 is kept.</p>
      <pre className="panel body" data-testid="new-key">
        {key}
      </pre>
      <Copy text={key} label="Copy the key" />
    </Dialog>
  );
}

type Act = (key: ListedKey, verb: 'rotate' | 'revoke') => void;

function stateOf({ revoked_at, expires_at }: ListedKey): string {
  if (revoked_at !== null) return 'revoked';
  if (expires_at !== null && Date.parse(expires_at) < Date.now()) return 'expired';
  return 'in use';
}

const heads = ['Owner', 'Id', 'Scopes', 'Rate', 'Made', 'Ends', 'Last seen', 'State', 'Acts.'];

type ListProps = {
  readonly keys: readonly ListedKey[];
  readonly busy: boolean;
  readonly act: Act;
};

function List({ keys, busy, act }: ListProps): ReactNode {
  return (
    <Table label="Keys" heads={heads}>
      {keys.map((key) => (
        <Row key={key.id} of={key} busy={busy} act={act} />
      ))}
    </Table>
  );
}

type RowProps = { readonly of: ListedKey; readonly busy: boolean; readonly act: Act };

function Row({ of: key, busy, act }: RowProps): ReactNode {
  const state = stateOf(key);
  return (
    <tr>
      <td>
        {toShort(key.owner, 40)}
        <div className="faint">{toShort(key.team, 40)}</div>
      </td>
      <td className="mono">{key.id}</td>
      <td>{key.scopes.join(', ')}</td>
      <td>{key.rate ?? 'default'}</td>
      <td>
        <Time at={key.created_at} />
      </td>
      <td>{key.expires_at === null ? 'never' : <Time at={key.expires_at} />}</td>
      <td>{key.last_seen_at === null ? 'not yet' : <Time at={key.last_seen_at} />}</td>
      <td>{state}</td>
      <td>
        {state === 'in use' && (
          <div className="row">
            <button
              type="button"
              className="button small"
              disabled={busy}
              onClick={() => act(key, 'rotate')}
            >
              Rotate
            </button>
            <button
              type="button"
              className="button small danger"
              disabled={busy}
              onClick={() => act(key, 'revoke')}
            >
              Revoke
            </button>
          </div>
        )}
      </td>
    </tr>
  );
}

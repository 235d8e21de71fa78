/** Where the entry stands in the chain, and a check of it, made in this browser. */
import { useState, type ReactNode } from 'react';
import { get } from '../api.ts';
import { Copy } from '../design/copy.tsx';
import { counted } from '../design/counted.ts';
import { toInert } from '../design/inert.ts';
import { toProblem } from '../resource.ts';
import type { Entry } from './entry.ts';
import { type Proof, rootOf, toRoot } from './proof.ts';

type Verdict = {
  readonly title: 'Intact' | 'Not verified' | 'Could not be checked';
  readonly detail: string;
  readonly proof?: Proof;
};

async function check(entry: Entry): Promise<Verdict> {
  if (!window.isSecureContext) {
    const detail =
      'This browser makes hashes only for pages that come over HTTPS or from this machine. Use `governance audit verify`.';
    return { title: 'Could not be checked', detail };
  }
  const proof = await get<Proof>('/v1/audit/proof', { entry: entry.id });
  const signed = rootOf(proof.checkpoint);
  const root = await toRoot(entry, proof);
  const intact = root === signed;
  const detail = intact
    ? `This entry, as you see it, is number ${entry.seq} of the ${counted(proof.size, 'entry', 'entries')} that the checkpoint covers.`
    : 'This entry, as you see it, is not the one that the checkpoint covers.';
  return { title: intact ? 'Intact' : 'Not verified', detail, proof };
}

export function Chain({ entry }: { readonly entry: Entry }): ReactNode {
  const [verdict, setVerdict] = useState<Verdict>();
  const [busy, setBusy] = useState(false);
  const verify = (): void => {
    setBusy(true);
    void check(entry)
      .catch((error: unknown): Verdict => {
        return { title: 'Could not be checked', detail: toProblem(error).message };
      })
      .then(setVerdict)
      .finally(() => setBusy(false));
  };
  return (
    <div className="stack">
      <dl className="facts">
        <dt>Number</dt>
        <dd>{entry.seq}</dd>
        <dt>Log</dt>
        <dd className="mono">{toInert(entry.origin)}</dd>
        <dt>Epoch</dt>
        <dd className="mono">{entry.epoch}</dd>
        <dt>Line before</dt>
        <dd className="mono">{entry.prev}</dd>
      </dl>
      <div className="row">
        <button type="button" className="button primary" onClick={verify} disabled={busy}>
          {busy ? 'Verifying …' : 'Verify this entry'}
        </button>
        {verdict?.proof !== undefined && (
          <Copy text={JSON.stringify(verdict.proof, undefined, 2)} label="Copy the proof" />
        )}
      </div>
      {verdict !== undefined && (
        <div className={verdict.title === 'Intact' ? 'panel' : 'notice problem'} role="status">
          <div className="body">
            <strong>{verdict.title}</strong>
            <p>{verdict.detail}</p>
          </div>
        </div>
      )}
      {verdict?.proof !== undefined && <pre className="panel body">{verdict.proof.checkpoint}</pre>}
      <p className="faint">
        The hash is made in this browser. The signature is checked by `governance audit verify`, on
        any machine and without this gateway.
      </p>
    </div>
  );
}

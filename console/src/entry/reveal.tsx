/** Asks for a reason before anything unredacted leaves the gateway; the reveal is itself an entry. */
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { post } from '../api.ts';
import { Dialog } from '../design/dialog.tsx';
import { toProblem } from '../resource.ts';
import { type Exchange, type KeptLeg, toLegs } from './exchange.ts';

type Props = {
  readonly exchange: Exchange;
  readonly close: () => void;
  readonly done: (legs: Exchange['legs']) => void;
};

/** Each entry that holds a side of the conversation is revealed by an act of its own. */
async function reveal(
  { entries }: Exchange,
  reason: FormDataEntryValue | null,
): Promise<Exchange['legs']> {
  const holding = entries.filter(({ content }) => content !== undefined);
  const answers = await Promise.all(
    holding.map(({ id }) =>
      post<{ readonly contents: readonly KeptLeg[] }>(`/v1/audit/entries/${id}/reveal`, {
        reason,
        marks: true,
      }),
    ),
  );
  return toLegs(answers.flatMap(({ contents }) => contents));
}

export function RevealDialog({ exchange, close, done }: Props): ReactNode {
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const reason = new FormData(event.currentTarget).get('reason');
    setBusy(true);
    reveal(exchange, reason)
      .then(done)
      .catch((error: unknown) => setFault(toProblem(error).message))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog title="Reveal what was said" close={close}>
      <form className="stack" onSubmit={submit}>
        <p className="soft">
          You will see the text without redaction. That you did, when, and your reason are recorded
          in the trail.
        </p>
        <label className="field">
          <span>Reason</span>
          <textarea
            className="input"
            name="reason"
            required
            minLength={3}
            maxLength={500}
            rows={3}
          />
        </label>
        <p role="alert">{fault}</p>
        <div className="row">
          <button type="submit" className="button primary" disabled={busy}>
            Reveal
          </button>
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

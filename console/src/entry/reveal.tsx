/** Asks for a reason before anything unredacted leaves the gateway; the reveal is itself an entry. */
import { useState, type ReactNode } from 'react';
import { post } from '../api.ts';
import { useBusy } from '../busy.ts';
import { ReasonForm } from '../design/reason-form.tsx';
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
  const { busy, run } = useBusy();
  return (
    <ReasonForm
      title="Reveal what was said"
      follows="You will see the text without redaction. That you did, when, and your reason are recorded in the trail."
      act="Reveal"
      fault={fault}
      busy={busy}
      submit={(given) =>
        run(() =>
          reveal(exchange, given.get('reason')).then(done, (error: unknown) =>
            setFault(toProblem(error).message),
          ),
        )
      }
      close={close}
    />
  );
}

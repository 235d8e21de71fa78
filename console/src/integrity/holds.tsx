/** Who is under legal hold, by pseudonym; whoever may, puts a person under hold or ends that, with a reason that is recorded. */
import { useState, type ReactNode } from 'react';
import { get, post } from '../api.ts';
import { toHref } from '../address.ts';
import { useBusy } from '../busy.ts';
import { Loading, ProblemNotice } from '../design/notice.tsx';
import { ReasonForm } from '../design/reason-form.tsx';
import { Link } from '../link.tsx';
import { toProblem, useResource } from '../resource.ts';
import { may, useSession } from '../session.ts';

const acts = {
  hold: {
    title: 'Hold a person',
    path: '/v1/audit/holds',
    follows:
      'Nothing that was said by or for them is erased or expires until the hold is released, whoever asked for it.',
  },
  release: {
    title: 'Release a person',
    path: '/v1/audit/releases',
    follows:
      'One release ends every hold on them: what was kept for it expires, and may be erased, from then on.',
  },
} as const;
type Act = keyof typeof acts;

export function Holds(): ReactNode {
  const session = useSession();
  const asked = useResource('holds', (signal) =>
    get<{ readonly subjects: readonly string[] }>('/v1/audit/holds', {}, signal),
  );
  const [act, setAct] = useState<Act>();
  const subjects = asked.value?.subjects ?? [];
  return (
    <section className="panel">
      <header>
        <h2>Legal holds</h2>
        {may(session, 'admin') && <Buttons choose={setAct} />}
      </header>
      <ul className="body stack">
        {asked.problem !== undefined && (
          <li>
            <ProblemNotice problem={asked.problem} retry={asked.reload} />
          </li>
        )}
        {asked.value === undefined && asked.problem === undefined && <Loading lines={2} />}
        {asked.value !== undefined && subjects.length === 0 && <li className="faint">Nobody.</li>}
        {subjects.map((subject) => (
          <li key={subject}>
            <Link href={toHref(['entries'], new URLSearchParams({ q: `subject:${subject}` }))}>
              <span className="mono">{subject}</span>
            </Link>
          </li>
        ))}
      </ul>
      {act !== undefined && (
        <ActDialog
          act={act}
          close={() => setAct(undefined)}
          done={() => {
            setAct(undefined);
            asked.reload();
          }}
        />
      )}
    </section>
  );
}

function Buttons({ choose }: { readonly choose: (act: Act) => void }): ReactNode {
  return (
    <div className="row">
      {(['hold', 'release'] as const).map((name) => (
        <button key={name} type="button" className="button small" onClick={() => choose(name)}>
          {acts[name].title}
        </button>
      ))}
    </div>
  );
}

type Props = { readonly act: Act; readonly close: () => void; readonly done: () => void };

function ActDialog({ act, close, done }: Props): ReactNode {
  const { title, path, follows } = acts[act];
  const [fault, setFault] = useState('');
  const { busy, run } = useBusy();
  const submit = (given: FormData): void => {
    const body = { subject: given.get('subject'), reason: given.get('reason') };
    run(() => post(path, body).then(done, (error: unknown) => setFault(toProblem(error).message)));
  };
  return (
    <ReasonForm {...{ title, follows, fault, busy, submit, close }} act={title}>
      <label className="field">
        <span>
          Name, as calls give it in <code>user</code>
        </span>
        <input className="input" name="subject" required autoComplete="off" />
      </label>
    </ReasonForm>
  );
}

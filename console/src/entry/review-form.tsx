/** Saying whether a decision was right: status, assignee, tags and a note; and, for a false positive, what to change. */
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { post, Problem } from '../api.ts';
import { Copy } from '../design/copy.tsx';
import { toInert } from '../design/inert.ts';
import { Loading, ProblemNotice } from '../design/notice.tsx';
import { toProblem, useResource } from '../resource.ts';
import { type Draft, keepDraft, readDraft } from '../review/draft.ts';
import { proposeException } from '../review/exception.ts';
import { learn, readActs, readSaid, type Said } from '../review/said.ts';
import { reviewStatuses, statusTitles, titleOf } from '../review/status.ts';
import type { Entry } from './entry.ts';
import { PastReviews } from './past-reviews.tsx';

type Props = { readonly entry: Entry; readonly done: () => void };

export function ReviewForm({ entry, done }: Props): ReactNode {
  const asked = useResource(`said of ${entry.id}`, (signal) => readSaid(entry.id, signal));
  if (asked.problem !== undefined && asked.value === undefined)
    return <ProblemNotice problem={asked.problem} retry={asked.reload} />;
  if (asked.value === undefined) return <Loading lines={6} />;
  return (
    <div className="stack">
      <Form key={entry.id} entry={entry} first={asked.value} done={done} />
      <Exception entry={entry} />
    </div>
  );
}

function toTags(words: string): readonly string[] {
  const tags = words.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter(Boolean))];
}

/** What the form shows: what was said last, but for what somebody changed in it. */
function fill(said: Said, draft: Draft): Required<Draft> {
  return {
    status: said.status === 'none' ? 'confirmed' : said.status,
    assignee: said.assignee,
    tags: said.tags.join(', '),
    note: '',
    ...draft,
  };
}

function toReview(said: Said, draft: Draft): unknown {
  const { status, note } = fill(said, draft);
  return {
    status,
    revision: said.revision,
    ...(draft.assignee === undefined ? {} : { assignee: draft.assignee.trim() }),
    ...(draft.tags === undefined ? {} : { tags: toTags(draft.tags) }),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  };
}

/** What somebody else did while this one was written. */
type Crossed = { readonly said: Said; readonly by: string };

async function readCrossed(id: string): Promise<Crossed> {
  const said = await readSaid(id);
  const acts = await readActs(id);
  const act = acts.find(({ entry: { detail } }) => (detail?.revision ?? 1) === said.revision);
  return { said, by: act?.entry.actor?.owner ?? 'Somebody else' };
}

type FormState = {
  readonly said: Said;
  readonly draft: Draft;
  readonly told: string;
  readonly crossed: Crossed | undefined;
  readonly busy: boolean;
};

function useReview(entry: Entry, first: Said, done: () => void) {
  const [state, setState] = useState<FormState>(() => ({
    ...{ said: first, draft: readDraft(entry.id), told: '', crossed: undefined, busy: false },
  }));
  const set = (change: Partial<FormState>): void => setState((last) => ({ ...last, ...change }));
  const write = (draft: Draft): void => {
    keepDraft(entry.id, draft);
    set({ draft, told: '' });
  };
  const record = async (): Promise<void> => {
    set({ busy: true, told: '' });
    try {
      const { said, draft } = state;
      const now = await post<Said>(`/v1/audit/entries/${entry.id}/review`, toReview(said, draft));
      learn(entry.id, now);
      keepDraft(entry.id, {});
      set({ said: now, draft: {}, crossed: undefined, told: 'Recorded.' });
      done();
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
      const crossed = await readCrossed(entry.id);
      set({ said: crossed.said, crossed });
    }
  };
  const submit = (): void => {
    record()
      .catch((error: unknown) => set({ told: toProblem(error).message }))
      .finally(() => set({ busy: false }));
  };
  const drop = (): void => {
    keepDraft(entry.id, {});
    set({ draft: {}, crossed: undefined, told: '' });
  };
  return { ...state, write, submit, drop };
}

function Form({ entry, first, done }: Props & { readonly first: Said }): ReactNode {
  const { said, draft, told, crossed, busy, write, submit, drop } = useReview(entry, first, done);
  const shown = fill(said, draft);
  return (
    <>
      <form
        className="stack"
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          submit();
        }}
      >
        {crossed !== undefined && <CrossedNotice crossed={crossed} drop={drop} />}
        <Fields shown={shown} change={(change) => write({ ...draft, ...change })} />
        <div className="row">
          <button type="submit" className="button primary" disabled={busy}>
            {crossed === undefined ? 'Record the review' : 'Record it all the same'}
          </button>
          <span aria-live="polite">{told}</span>
        </div>
      </form>
      <PastReviews id={entry.id} revision={said.revision} />
    </>
  );
}

type FieldsProps = {
  readonly shown: Required<Draft>;
  readonly change: (change: Draft) => void;
};

function Fields({ shown, change }: FieldsProps): ReactNode {
  return (
    <>
      <label className="field">
        <span>Status</span>
        <select
          className="input"
          name="status"
          value={shown.status}
          onChange={({ target }) => change({ status: target.value })}
        >
          {reviewStatuses.map((status) => (
            <option key={status} value={status}>
              {statusTitles[status]}
            </option>
          ))}
        </select>
      </label>
      <Words name="assignee" title="Assignee" value={shown.assignee} change={change} />
      <Words name="tags" title="Tags" hint="with commas" value={shown.tags} change={change} />
      <label className="field">
        <span>Note</span>
        <textarea
          className="input"
          name="note"
          dir="auto"
          rows={3}
          maxLength={4000}
          value={shown.note}
          onChange={({ target }) => change({ note: target.value })}
        />
      </label>
    </>
  );
}

type WordsProps = {
  readonly name: 'assignee' | 'tags';
  readonly title: string;
  readonly hint?: string;
  readonly value: string;
  readonly change: (change: Draft) => void;
};

function Words({ name, title, hint, value, change }: WordsProps): ReactNode {
  return (
    <label className="field">
      <span>{title}</span>
      <input
        className="input"
        name={name}
        dir="auto"
        maxLength={512}
        placeholder={hint}
        value={value}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </label>
  );
}

type CrossedProps = { readonly crossed: Crossed; readonly drop: () => void };

function CrossedNotice({ crossed: { said, by }, drop }: CrossedProps): ReactNode {
  return (
    <div className="notice problem" role="alert">
      <h2>
        <bdi>{toInert(by)}</bdi> reviewed this entry meanwhile
      </h2>
      <p>
        It is now <strong>{titleOf(said.status)}</strong>
        {said.assignee !== '' && (
          <>
            , for <bdi>{toInert(said.assignee)}</bdi>
          </>
        )}
        {said.tags.length > 0 && <>, tagged {toInert(said.tags.join(', '))}</>}. Nothing of yours
        was recorded: what you wrote still stands below, and what you left alone follows them.
      </p>
      <button type="button" className="button" onClick={drop}>
        Leave it as it is
      </button>
    </div>
  );
}

function Exception({ entry }: { readonly entry: Entry }): ReactNode {
  const yaml = proposeException(entry, new Date());
  if (yaml === undefined) return null;
  return (
    <details className="panel">
      <summary style={{ padding: '8px 12px', cursor: 'pointer' }}>
        If this is a false positive: an exemption and a test to paste
      </summary>
      <div className="body stack">
        <pre>{toInert(yaml)}</pre>
        <Copy text={yaml} label="Copy the YAML" />
      </div>
    </details>
  );
}

/** A dialog that says what follows and asks why before it acts, since the trail keeps the reason. */
import type { ReactNode, SubmitEvent } from 'react';
import { Dialog } from './dialog.tsx';

type Props = {
  readonly title: string;
  readonly follows: string;
  /** What the button says that does it. */
  readonly act: string;
  /** Why it was not done; '' before it was tried. */
  readonly fault: string;
  readonly busy: boolean;
  readonly submit: (given: FormData) => void;
  readonly close: () => void;
  /** Fields before the reason. */
  readonly children?: ReactNode;
};

export function ReasonForm(props: Props): ReactNode {
  const { title, follows, act, fault, busy, submit, close, children } = props;
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    submit(new FormData(event.currentTarget));
  };
  return (
    <Dialog title={title} close={close}>
      <form className="stack" onSubmit={onSubmit}>
        <p className="soft">{follows}</p>
        {children}
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
            {act}
          </button>
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

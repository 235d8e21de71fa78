/** A table that scrolls by itself where it is wider than the screen, with the keyboard too. */
import type { ReactNode } from 'react';

type Props = {
  readonly label: string;
  /** A leading `#` marks a column of figures; a trailing `.` one whose title only screen readers say. */
  readonly heads: readonly string[];
  readonly children: ReactNode;
};

export function Table({ label, heads, children }: Props): ReactNode {
  return (
    <div className="panel scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} {...(head.startsWith('#') ? { className: 'number' } : {})}>
                <span {...(head.endsWith('.') ? { className: 'hidden' } : {})}>
                  {head.replace(/^#|\.$/g, '')}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

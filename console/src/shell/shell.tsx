/** The frame around every view: where one can go, and who is signed in. */
import { useEffect, useState, type ReactNode } from 'react';
import { go, toHref, useAddress } from '../address.ts';
import { Icon } from '../design/icon.tsx';
import { toShort } from '../design/inert.ts';
import { Link } from '../link.tsx';
import { may, useSession } from '../session.ts';
import { Account } from './account.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useShortcuts } from './shortcuts.ts';
import { views } from './views.ts';
import './shell.css';

export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSession();
  const { path } = useAddress();
  const [helping, setHelping] = useState(false);
  const current = path[0] ?? 'entries';
  useEffect(() => {
    document.title = toTitle(path);
  }, [path]);
  const seen = views.filter(({ scope }) => may(session, scope));
  useShortcuts({
    '?': () => setHelping(true),
    ...Object.fromEntries(
      seen.map((view) => [`g ${view.shortcut}`, () => go(toHref([view.name]))]),
    ),
  });
  return (
    <div className="shell">
      <a className="button skip" href="#main">
        Skip to the content
      </a>
      <nav aria-label="Views">
        <div className="brand">
          <img src="/console/icon.svg" alt="" />
          Governance
        </div>
        {seen.map(({ name, title, icon }) => (
          <Link
            key={name}
            href={toHref([name])}
            {...(name === current ? { 'aria-current': 'page' } : {})}
          >
            <Icon name={icon} />
            {title}
          </Link>
        ))}
        <Account help={() => setHelping(true)} />
      </nav>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {helping && <ShortcutHelp close={() => setHelping(false)} />}
    </div>
  );
}

/** Told apart among tabs, in the history, and by what reads the page out. */
function toTitle([name = 'entries', id]: readonly string[]): string {
  const view = views.find((one) => one.name === name)?.title ?? 'No such view';
  return `${id === undefined ? view : `Entry ${toShort(id, 60)}`} · Governance Gateway`;
}

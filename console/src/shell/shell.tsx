/** The frame around every view: where one can go, who is signed in, theme and clock. */
import { useState, type ReactNode } from 'react';
import { go, toHref, useAddress } from '../address.ts';
import { Icon } from '../design/icon.tsx';
import { setZone, useZone } from '../design/time.tsx';
import { Link } from '../link.tsx';
import { may, signOut, useSession } from '../session.ts';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useShortcuts } from './shortcuts.ts';
import { useTheme } from './theme.ts';
import { views } from './views.ts';
import './shell.css';

export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSession();
  const { path } = useAddress();
  const [helping, setHelping] = useState(false);
  const current = path[0] ?? 'entries';
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
        <Footer help={() => setHelping(true)} />
      </nav>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {helping && <ShortcutHelp close={() => setHelping(false)} />}
    </div>
  );
}

function Footer({ help }: { readonly help: () => void }): ReactNode {
  const session = useSession();
  const [theme, toggle] = useTheme();
  const zone = useZone();
  return (
    <footer>
      <div>
        <div className="faint">Signed in as</div>
        <strong>{session?.owner}</strong>
        {session?.team !== '' && <span className="faint"> · {session?.team}</span>}
      </div>
      <div className="row">
        <button
          type="button"
          className="button small"
          onClick={toggle}
          aria-label={theme === 'dark' ? 'Use the light theme' : 'Use the dark theme'}
        >
          <Icon name="moon" />
        </button>
        <button
          type="button"
          className="button small"
          onClick={() => setZone(zone === 'utc' ? 'local' : 'utc')}
          aria-label={zone === 'utc' ? 'UTC: show local times' : 'Local: show times in UTC'}
        >
          <Icon name="clock" />
          {zone === 'utc' ? 'UTC' : 'Local'}
        </button>
        <button type="button" className="button small" onClick={help} aria-label="Shortcuts">
          ?
        </button>
      </div>
      <button type="button" className="button small" onClick={signOut}>
        <Icon name="leave" />
        Sign out
      </button>
    </footer>
  );
}

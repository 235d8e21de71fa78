/** Who is signed in, theme, clock and the way out; on a narrow screen it unfolds above the bar. */
import { useState, type ReactNode } from 'react';
import { Icon } from '../design/icon.tsx';
import { toInert } from '../design/inert.ts';
import { setZone, useZone } from '../design/time.tsx';
import { leave } from '../provider.ts';
import { useSession } from '../session.ts';
import { useTheme } from './theme.ts';

export function Account({ help }: { readonly help: () => void }): ReactNode {
  const [unfolded, setUnfolded] = useState(false);
  return (
    <div className="account" data-unfolded={unfolded}>
      <button type="button" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
        <Icon name="leave" />
        You
      </button>
      <Own help={help} />
    </div>
  );
}

function Own({ help }: { readonly help: () => void }): ReactNode {
  const session = useSession();
  const [theme, toggle] = useTheme();
  const zone = useZone();
  return (
    <footer>
      <div>
        <div className="faint">Signed in as</div>
        <strong>
          <bdi>{toInert(session?.owner ?? '')}</bdi>
        </strong>
        {session?.team !== '' && (
          <span className="faint">
            {' · '}
            <bdi>{toInert(session?.team ?? '')}</bdi>
          </span>
        )}
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
      <button type="button" className="button small" onClick={leave}>
        <Icon name="leave" />
        Sign out
      </button>
    </footer>
  );
}

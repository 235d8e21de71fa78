/** A view whose code is fetched when it is first looked at. A gateway that is gone, or was replaced, must not leave a blank page. */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { base } from '../address.ts';
import { Problem } from '../api.ts';
import { Loading, ProblemNotice } from '../design/notice.tsx';

const gone = new Problem(
  0,
  'unreachable',
  'This part of the console could not be fetched. Is the gateway running?',
);

/**
 * Begins anew once the gateway answers: its pages may have other names by now, and a style sheet that failed is not asked for
 * a second time. The key stays, it is kept for the tab.
 */
async function reloadWhenBack(): Promise<void> {
  const answer = await fetch(base, { cache: 'no-store' }).catch(() => undefined);
  if (answer?.ok === true) window.location.reload();
}

export function later(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;
  return function Later(): ReactNode {
    const [View, setView] = useState<ComponentType | undefined>(() => loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (loaded !== undefined) return undefined;
      let left = false;
      load().then(
        (view) => {
          loaded = view;
          if (!left) setView(() => view);
        },
        () => {
          if (!left) setFailed(true);
        },
      );
      return () => {
        left = true;
      };
    }, []);
    if (View !== undefined) return <View />;
    if (failed) return <ProblemNotice problem={gone} retry={() => void reloadWhenBack()} />;
    return <Loading />;
  };
}

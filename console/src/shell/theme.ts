/** Light, dark, or as the system has it; kept by the browser. */
import { useEffect, useState } from 'react';
import { keep, readKept } from '../kept.ts';

export type Theme = 'light' | 'dark';

const place = 'governance.theme';

function readTheme(): Theme {
  const kept = readKept(place);
  if (kept === 'light' || kept === 'dark') return kept;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  const toggle = (): void => {
    const next = theme === 'dark' ? 'light' : 'dark';
    keep(place, next);
    setTheme(next);
  };
  return [theme, toggle];
}

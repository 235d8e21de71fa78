/** Light, dark, or as the system has it; kept by the browser. */
import { useEffect, useState } from 'react';

export type Theme = 'light' | 'dark';

const place = 'governance.theme';

function readTheme(): Theme {
  const kept = localStorage.getItem(place);
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
    localStorage.setItem(place, next);
    setTheme(next);
  };
  return [theme, toggle];
}

/** Whether the list flies past faster than anybody reads; rows are drawn in outline meanwhile. */
import { useEffect, useState, type RefObject } from 'react';

/** Some 350 rows a second; a wheel turned briskly stays well below. */
const flingPixelsPerMs = 12;
const restMs = 120;

export function useFling(scroller: RefObject<HTMLElement | null>): boolean {
  const [flying, setFlying] = useState(false);
  useEffect(() => {
    const list = scroller.current;
    if (list === null) return;
    let last = { top: list.scrollTop, at: performance.now() };
    let timer: number | undefined;
    const land = (): void => setFlying(false);
    const look = (): void => {
      const now = { top: list.scrollTop, at: performance.now() };
      const fast = Math.abs(now.top - last.top) > flingPixelsPerMs * (now.at - last.at);
      last = now;
      setFlying(fast);
      clearTimeout(timer);
      timer = window.setTimeout(land, restMs);
    };
    // Before the rows are drawn anew: asked after that, where the list stands would have to be worked out at once.
    list.addEventListener('scroll', look, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      list.removeEventListener('scroll', look, { capture: true });
    };
  }, [scroller]);
  return flying;
}

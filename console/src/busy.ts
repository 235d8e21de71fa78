/** Whether an act is under way: however slow the gateway is, pressing its button twice does it once. */
import { useRef, useState } from 'react';

export type Busy = {
  readonly busy: boolean;
  /** Does it, unless one is under way; what fails is the act's own to tell. */
  readonly run: (act: () => Promise<void>) => void;
};

export function useBusy(): Busy {
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  const run = (act: () => Promise<void>): void => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    void act().finally(() => {
      underWay.current = false;
      setBusy(false);
    });
  };
  return { busy, run };
}

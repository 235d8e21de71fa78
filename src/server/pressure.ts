/** How many calls the gateway takes at the same time: as many as it may, and fewer while its one thread is late. */

export type PressureLimits = {
  readonly exchangesMax: number;
  readonly eventLoopLagMaxMs: number;
};

export type Pressure = {
  /** Calls that may be under way now. */
  readonly allowed: () => number;
  /** How late the thread was of late. */
  readonly lagMs: () => number;
  readonly close: () => void;
};

const sampledEveryMs = 50;
/** One pause, for garbage or a long text, is no overload: the mean of about the last half second counts. */
const weight = 0.1;
/** What is under way is cut by this at each step while the thread is late, and grows by a step of the whole else. */
const cut = 0.9;
const steps = 100;
/** However late it is, some calls are tried: else nothing would tell that it is over. */
const allowedMin = 8;

/** `underWay`: how many calls have to be judged; `onSample` is called before each look at it. */
export function createPressure(
  limits: PressureLimits,
  underWay: () => number,
  onSample: () => void = () => undefined,
): Pressure {
  const { exchangesMax, eventLoopLagMaxMs } = limits;
  let lagMs = 0;
  let allowed = exchangesMax;
  let dueAt = performance.now() + sampledEveryMs;
  const timer = setInterval(() => {
    const now = performance.now();
    lagMs += weight * (Math.max(0, now - dueAt) - lagMs);
    dueAt = now + sampledEveryMs;
    onSample();
    allowed =
      lagMs > eventLoopLagMaxMs
        ? Math.max(Math.min(allowedMin, exchangesMax), Math.min(allowed, underWay()) * cut)
        : Math.min(exchangesMax, allowed + exchangesMax / steps);
  }, sampledEveryMs);
  timer.unref();
  return {
    allowed: () => Math.floor(allowed),
    lagMs: () => lagMs,
    close: () => clearInterval(timer),
  };
}

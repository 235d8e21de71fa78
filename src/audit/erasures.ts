/** Erasures that all replicas carry out: told before anything is destroyed, learned by each. */

/** Tells the others of it; once that resolves, each of them will do its part. */
export type TellOthers = () => Promise<void>;

/** Where somebody is not erased yet: logs of replicas that are behind, or did not say. */
export type Pending = readonly string[];

/** Carries out what another replica was asked for; false while the subject is under legal hold. */
export type CarryOut = (subject: string, log: string) => Promise<boolean>;

export type Erasures = {
  /** Runs what erases a subject here, which tells the others when it is sure that nobody is held. */
  readonly everywhere: <Result>(
    subject: string,
    work: (tell: TellOthers) => Promise<Result>,
  ) => Promise<{ readonly result: Result; readonly pending: Pending }>;
  /** Learns from here on whom others erased; resolves when it has looked once, or could not for long. */
  readonly follow: (carryOut: CarryOut) => Promise<void>;
  /** How long an erasure has not been learned or carried out, for whatever reason but a hold; 0 while there is none. */
  readonly owedMs: number;
  readonly close: () => Promise<void>;
};

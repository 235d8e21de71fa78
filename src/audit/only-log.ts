/** Where a trail is one log, which is log 0: no other can be asked for. */
import { GatewayError } from '../errors.ts';

export function ofOnlyLog<Found>(log: number, read: () => Found): Promise<Found> {
  return new Promise((resolve) => {
    if (log !== 0) throw noSuchLog(log);
    resolve(read());
  });
}

export function noSuchLog(log: number): GatewayError {
  return new GatewayError('not_found', `there is no log ${log}`);
}

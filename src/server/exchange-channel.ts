/** Tells whoever listens within the process of each call, by `node:diagnostics_channel`: what a log line says, and no more. */
import { channel } from 'node:diagnostics_channel';
import type { Observer } from './observe.ts';

export const exchangeChannelName = 'governance-gateway:exchange';

export type ExchangeMessage = {
  readonly type: 'request' | 'answered' | 'blocked' | 'failed' | 'aborted' | 'decision';
  readonly entry: string;
  readonly exchange: string;
  readonly attempt: number;
  readonly requestId: string;
  readonly key: string;
  readonly dialect: string;
  readonly route: string;
  readonly model: string;
  readonly upstream: string;
  readonly action: string | undefined;
  readonly status: number | undefined;
  readonly elapsedUs: number | undefined;
  /** Why it failed or was given up, where it was. */
  readonly reason: string | undefined;
};

const exchanges = channel(exchangeChannelName);

/** Costs nothing while nobody listens. */
export const exchangeChannel: Observer = {
  observe(event, entry) {
    if (!exchanges.hasSubscribers) return;
    switch (event.type) {
      case 'request':
      case 'answered':
      case 'blocked':
      case 'failed':
      case 'aborted':
      case 'decision': {
        const { type, exchange, attempt, requestId, actor, call, ruling } = event;
        const { dialect, route, model, upstream } = call;
        const message: ExchangeMessage = {
          ...{ type, entry, exchange, attempt, requestId, key: actor.key },
          ...{ dialect, route, model, upstream, action: ruling?.action },
          status: event.type === 'request' ? undefined : event.status,
          elapsedUs: event.type === 'request' ? undefined : event.elapsedUs,
          reason: 'reason' in event ? event.reason : undefined,
        };
        exchanges.publish(message);
        return;
      }
      case 'denied':
      case 'policy':
      case 'key':
      case 'admin':
      case 'reveal':
      case 'export':
      case 'erasure':
    }
  },
};

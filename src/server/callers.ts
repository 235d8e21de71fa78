/** Whose call came last over each connection: in a crowd the next one need not be looked at to know whose it is. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { vendorSlots } from './credential.ts';

type Known = { readonly credential: string; readonly key: string };

export class Callers {
  readonly #known = new WeakMap<Socket, Known>();

  /** To be called when it is known that this key sent it. */
  keep(request: IncomingMessage, key: string): void {
    const credential = credentialOf(request);
    const known = this.#known.get(request.socket);
    if (known?.credential !== credential || known.key !== key)
      this.#known.set(request.socket, { credential, key });
  }

  /** Whose it is; '' where the connection is new, or another credential is shown: balancers send many callers' calls. */
  find(request: IncomingMessage): string {
    const known = this.#known.get(request.socket);
    return known !== undefined && known.credential === credentialOf(request) ? known.key : '';
  }
}

function credentialOf({ headers }: IncomingMessage): string {
  let shown = headers.authorization ?? '';
  for (const slot of vendorSlots) shown += `\n${String(headers[slot] ?? '')}`;
  return shown;
}

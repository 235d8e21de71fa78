/** The caller went away before its exchange was over: not a fault of the gateway, and nobody is left to be told. */
import { GatewayError } from '../errors.ts';

export class ClientLeft extends GatewayError {
  constructor(when: string) {
    super('client_left', `the client left ${when}`);
    this.name = 'ClientLeft';
  }
}

import { describe, expect, test } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Callers } from '../../../src/server/callers.ts';

function requestOver(socket: Socket, headers: Readonly<Record<string, string>>): IncomingMessage {
  const request = new IncomingMessage(socket);
  Object.assign(request.headers, headers);
  return request;
}

describe('whose call it is', () => {
  test('is known of the next one over the same connection, as long as it shows the same credential', () => {
    const callers = new Callers();
    const socket = new Socket();
    const first = { authorization: 'Bearer one' };
    expect(callers.find(requestOver(socket, first))).toBe('');
    callers.keep(requestOver(socket, first), 'key-1');
    expect(callers.find(requestOver(socket, first))).toBe('key-1');
    expect(callers.find(requestOver(new Socket(), first))).toBe('');
    // A balancer sends calls of many over one connection: none is taken for another one's.
    for (const other of [{ authorization: 'Bearer two' }, { 'x-api-key': 'one' }, {}])
      expect(callers.find(requestOver(socket, other))).toBe('');
    callers.keep(requestOver(socket, { 'x-api-key': 'two' }), 'key-2');
    expect(callers.find(requestOver(socket, { 'x-api-key': 'two' }))).toBe('key-2');
    expect(callers.find(requestOver(socket, first))).toBe('');
  });
});

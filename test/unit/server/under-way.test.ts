import { describe, expect, test } from '@jest/globals';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { UnderWay } from '../../../src/server/under-way.ts';

const bodyBytesMax = 1000;
const clientStallTimeoutMs = 30_000;

function requestWith(headers: Readonly<Record<string, string>>): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  return request;
}

function begin(underWay: UnderWay, bytes: number): ServerResponse {
  const response = new ServerResponse(requestWith({}));
  underWay.add(response, bytes);
  return response;
}

describe('the calls under way', () => {
  test('count for a tenth once their answers have begun, and hold no body any more', () => {
    const underWay = new UnderWay({ bodyBytesMax, clientStallTimeoutMs });
    const responses = Array.from({ length: 20 }, () => begin(underWay, 50));
    expect([underWay.count, underWay.weight, underWay.heldBytes]).toEqual([20, 20, 1000]);
    for (const response of responses.slice(0, 10)) response.writeHead(200).flushHeaders();
    underWay.look();
    expect([underWay.count, underWay.heldBytes]).toEqual([20, 500]);
    expect(underWay.weight).toBeCloseTo(11);
    for (const response of responses) response.emit('close');
    expect([underWay.count, underWay.weight, underWay.heldBytes]).toEqual([0, 0, 0]);
  });

  test('are taken to hold what they say, and all that they may where they do not say it', () => {
    const underWay = new UnderWay({ bodyBytesMax, clientStallTimeoutMs });
    expect(underWay.bytesOf(requestWith({}))).toBe(0);
    expect(underWay.bytesOf(requestWith({ 'content-length': '70' }))).toBe(70);
    expect(underWay.bytesOf(requestWith({ 'content-length': '5000' }))).toBe(bodyBytesMax);
    expect(underWay.bytesOf(requestWith({ 'content-length': 'x' }))).toBe(0);
    expect(underWay.bytesOf(requestWith({ 'transfer-encoding': 'chunked' }))).toBe(bodyBytesMax);
  });
});

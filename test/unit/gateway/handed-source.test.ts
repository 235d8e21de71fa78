/** What is said to a worker before it asks for its configuration waits for that, in order: nobody would hear it before. */
import { expect, test } from '@jest/globals';
import { handSource } from '../../../src/gateway/handed-source.ts';

test('a worker is told nothing before it asks, then its configuration, then what waits', () => {
  const said: unknown[] = [];
  let ask: (message: unknown) => void = () => undefined;
  const worker = {
    send: (message: object) => said.push(message),
    on: (_: 'message', hear: typeof ask) => (ask = hear),
  };
  const send = handSource(worker, { text: 'workers: 2' });
  send('first', () => undefined);
  send('second', () => undefined);
  ask('something else');
  expect(said).toEqual([]);
  ask({ wanted: 'configuration' });
  const told = [{ configuration: { text: 'workers: 2' } }, 'first', 'second'];
  expect(said).toEqual(told);
  send('third', () => undefined);
  expect(said).toEqual([...told, 'third']);
});

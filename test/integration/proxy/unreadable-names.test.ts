/** What cannot be read of an answer was not judged either: no error, entry or log says a word of it. */
import { expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { judgeBy } from './support.ts';
import { setWays, ways } from './ways.ts';

const stage = setWays(
  judgeBy({
    patterns: { codename: { keywords: ['heron'] } },
    rules: [{ id: 'codename', when: 'hit("codename")', action: 'block' }],
  }),
);

const name = 'the blue heron';
/** In each of them a name that an upstream made up is what cannot be read. */
const objects: readonly string[] = [
  `{"${name}":1,"${name}":2}`,
  `{"${name}":{"__proto__":1}}`,
  `{"${name}":1e999}`,
  `{"${name}":"\\ud800"}`,
  `{"${name}":${'['.repeat(120)}${']'.repeat(120)}}`,
];
const json = 'application/json';
const forms = objects.flatMap((object) => [
  ['an answer', 200, json, object] as const,
  ['an error', 400, json, object] as const,
  [
    'a call of a stream',
    200,
    'text/event-stream',
    `data: {"choices":[{"index":0,"delta":{"content":"fair"}}]}\n\ndata: {"x":${object}}\n\n`,
  ] as const,
]);

test.each(ways.flatMap((way) => forms.map((form) => [way, ...form] as const)))(
  '%s: %s of status %d as %s: %s',
  async (way, _, status, type, text) => {
    const gateway = stage.gateways[way];
    stage.upstream.script = (_arrived, response) => {
      response.writeHead(status, { 'content-type': type }).end(text);
    };
    const body = { model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] };
    const answer = await call(`${gateway.url}/v1/chat/completions`, { body });
    expect(answer.text).toMatch(/the upstream’s answer|a frame of the upstream’s stream/);
    expect(answer.text).not.toContain('heron');
    const { contents: _contents, ...entry } = gateway.events.at(-1) as { contents: unknown };
    expect(entry).toMatchObject({ type: 'failed' });
    expect(JSON.stringify(entry)).not.toContain('heron');
  },
);

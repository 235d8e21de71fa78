/** What an end says of the request that it ends, so that one entry tells what became of the call. */
import { expect, test } from '@jest/globals';
import type { GovernanceEvent, OnRequest, TerminalEvent } from '../../../src/governance/event.ts';
import { call } from '../../support/call.ts';
import { answerJson, answerStream, chatCompletion } from '../../support/upstream.ts';
import { judgeBy, openaiAt, setStage, waitFor } from './support.ts';

const stage = setStage((url) => [openaiAt(url)], {
  judge: judgeBy({
    patterns: {
      stop: { keywords: ['BLOCKME'] },
      cut: { keywords: ['REDACTME'] },
      see: { keywords: ['FLAGME'] },
    },
    rules: [
      { id: 'stop', when: 'hit("stop")', action: 'block' },
      { id: 'cut', when: 'hit("cut")', action: 'redact', redact: { patterns: ['cut'] } },
      { id: 'see', when: 'hit("see")', action: 'flag' },
    ],
  }),
});

function isEnd(event: GovernanceEvent): event is TerminalEvent {
  return ['answered', 'blocked', 'failed', 'aborted'].includes(event.type);
}

type Content = string | readonly object[];

async function endOf(content: Content, more: object = {}): Promise<TerminalEvent> {
  const messages = [{ role: 'user', content }];
  await call(`${stage.proxy.url}/v1/chat/completions`, {
    body: { model: 'gpt-test', messages, ...more },
  });
  await waitFor(() => stage.proxy.events.some(isEnd));
  const end = stage.proxy.events.find(isEnd);
  if (end === undefined) throw new Error('it has no end');
  return end;
}

const told = ({ type, ruling, onRequest }: TerminalEvent): readonly unknown[] => [
  ...[type, ruling?.action, onRequest?.ruling.action],
];

test('an answer tells that its request was redacted or flagged', async () => {
  stage.upstream.script = (_, response) => answerJson(response, chatCompletion('fine'));
  expect(told(await endOf('take REDACTME out'))).toEqual(['answered', 'allow', 'redact']);
  stage.proxy.events.splice(0);
  expect(told(await endOf('look at FLAGME'))).toEqual(['answered', 'allow', 'flag']);
});

test('so does one that streams, one that is blocked, and one that fails', async () => {
  stage.upstream.script = (_, response) => answerStream(response, ['all ', 'is well']);
  const streamed = await endOf('take REDACTME out', { stream: true });
  expect(told(streamed)).toEqual(['answered', 'allow', 'redact']);
  stage.proxy.events.splice(0);
  stage.upstream.script = (_, response) => answerJson(response, chatCompletion('BLOCKME'));
  expect(told(await endOf('look at FLAGME'))).toEqual(['blocked', 'block', 'flag']);
  stage.proxy.events.splice(0);
  stage.upstream.script = (_, response) => {
    response.destroy();
  };
  expect(told(await endOf('look at FLAGME'))).toEqual(['failed', undefined, 'flag']);
});

test('it tells of what could not be judged in the request', async () => {
  stage.upstream.script = (_, response) => answerJson(response, chatCompletion('fine'));
  const picture = { type: 'image_url', image_url: { url: 'https://example.org/a.png' } };
  const { onRequest } = await endOf([{ type: 'text', text: 'what is it?' }, picture]);
  const { coverage } = onRequest ?? ({} as Partial<OnRequest>);
  expect(coverage?.unjudged.map(({ kind }) => kind)).toEqual(['image']);
});

test('where there is nothing to tell of the request, or the ruling is on it, nothing is said twice', async () => {
  stage.upstream.script = (_, response) => answerJson(response, chatCompletion('REDACTME'));
  expect(told(await endOf('good day'))).toEqual(['answered', 'redact', undefined]);
  stage.proxy.events.splice(0);
  expect(told(await endOf('please BLOCKME'))).toEqual(['blocked', 'block', undefined]);
});

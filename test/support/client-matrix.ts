/** What every official client must see through the gateway, whichever it is: one table of tests over a few calls of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { shareDispatcher } from './dispatcher.ts';
import { startGateway, type RunningGateway } from './gateway.ts';
import { startUpstream, type Script, type Upstream } from './upstream.ts';
import { replacement, type WordPolicies, writeWordPolicies } from './word-policies.ts';

export type Called = { readonly name: string; readonly input: string };

export type Client = {
  readonly say: (prompt: string) => Promise<string>;
  /** The whole text, and how the stream ended in the client's own words. */
  readonly stream: (prompt: string, signal?: AbortSignal) => Promise<[text: string, end: string]>;
  /** Asks for the tool `weather` with this prompt; its input holds the prompt. */
  readonly call: (prompt: string) => Promise<Called>;
  readonly streamCall: (prompt: string) => Promise<Called>;
  /** The status that the client's typed error tells; undefined for any other error. */
  readonly statusOf: (error: unknown) => number | undefined;
};

export type Make = (url: string, key: string, retries?: 0) => Client;

export const weather = {
  name: 'weather',
  description: 'Tells the weather.',
  schema: {
    type: 'object' as const,
    properties: { input: { type: 'string' as const } },
    required: ['input'],
  },
};

/** The upstream's own error, in the shape of whose path it is. */
function answerError(path: string, status: number): object | string {
  const message = 'slow down, says the upstream';
  if (path.startsWith('/api/')) return { error: message };
  const error = { message, type: 'api_error', code: status, status: 'UNAVAILABLE', param: null };
  return { type: 'error', error };
}

/** Words in a prompt that make the upstream misbehave; anything else is answered by the sandbox. */
function createRelay(sandbox: Sandbox, left: () => void): Script {
  return async ({ method, url, headers, body }, response) => {
    const text = body.toString();
    const endless = text.includes('never-end');
    // From the start: the client may be gone before there is an answer.
    if (endless) response.once('close', left);
    const status = text.includes('say-429') ? 429 : text.includes('say-500') ? 500 : 0;
    if (status > 0) {
      const head = { 'content-type': 'application/json', 'retry-after': '7' };
      response.writeHead(status, head).end(JSON.stringify(answerError(url, status)));
    } else {
      const version = headers['anthropic-version'];
      const answer = await fetch(`${sandbox.url}${url}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(typeof version === 'string' && { 'anthropic-version': version }),
        },
        ...(method === 'POST' && { body: text }),
      });
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? '',
      });
      const said = Buffer.from(await answer.arrayBuffer());
      if (endless) response.write(said.subarray(0, said.length / 2));
      else response.end(said);
    }
  };
}

const policies = {
  stop: { word: 'stopcanary', action: 'block' },
  hide: { word: 'hidecanary', action: 'redact' },
  late: { word: 'latecanary', action: 'block', stages: ['response'] },
  soft: { word: 'softcanary', action: 'block', onBlock: 'refusal' },
  tail: { word: 'tailcanary', action: 'block', onBlock: 'refusal', stages: ['response'] },
  side: { word: 'sidecanary', action: 'redact', stages: ['response'] },
} as const;

/** How clients say that an answer was refused; an error they throw. */
const refused = /content[_-]filter|refusal|SAFETY|incomplete/i;

export function describeClients(clients: readonly (readonly [name: string, make: Make])[]): void {
  let sandbox: Sandbox;
  let upstream: Upstream;
  let gateway: RunningGateway;
  let written: WordPolicies;
  let left = 0;

  beforeAll(async () => {
    Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
    shareDispatcher();
    sandbox = await createSandbox();
    upstream = await startUpstream(createRelay(sandbox, () => (left += 1)));
    written = await writeWordPolicies(policies);
    gateway = await startGateway({
      environment: {
        ...written.environment,
        OPENAI_API_KEY: 'provider-key',
        OPENAI_BASE_URL: `${upstream.url}/v1`,
        ANTHROPIC_API_KEY: 'provider-key',
        ANTHROPIC_BASE_URL: upstream.url,
        GEMINI_API_KEY: 'provider-key',
        GOOGLE_GEMINI_BASE_URL: upstream.url,
        OLLAMA_HOST: upstream.url,
      },
    });
  });
  beforeEach(() => upstream.clear());
  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
    await sandbox.close();
    await written.remove();
  });

  const ended = (decision: string): number =>
    gateway.logs().filter((line) => line['decision'] === decision).length;
  const arrived = (): string => upstream.arrived.map(({ body }) => body.toString()).join('\n');
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  describe.each(clients)('%s', (_, make) => {
    const client = (retries?: 0): Client => make(gateway.url, gateway.key, retries);

    test('completes and streams, with the provider’s key at the upstream', async () => {
      expect(await client().say('good morning')).toBe('You said: good morning');
      const [text] = await client().stream('a few more words than one piece holds');
      expect(text).toBe('You said: a few more words than one piece holds');
      expect(upstream.arrived).toHaveLength(2);
      expect(JSON.stringify(upstream.arrived.map(({ headers }) => headers))).not.toContain(
        gateway.key,
      );
    });

    test('calls tools, whole and streamed', async () => {
      const expected = { name: 'weather', input: 'what is it like in Oslo' };
      expect(await client().call(expected.input)).toEqual(expected);
      expect(await client().streamCall(expected.input)).toEqual(expected);
    });

    test('throws its typed error for a blocked prompt, after one request', async () => {
      for (const ask of ['say', 'stream', 'call'] as const) {
        const before = ended('blocked');
        const asked: Promise<unknown> = client()[ask]('please stopcanary now');
        const thrown = await asked.catch((error: unknown) => error);
        expect([ask, client().statusOf(thrown)]).toEqual([ask, 400]);
        await until(() => ended('blocked') > before);
        expect(ended('blocked')).toBe(before + 1);
      }
      expect(upstream.arrived).toEqual([]);
    });

    test('sees that an answer was blocked, whole and in mid-stream', async () => {
      const prompt = 'one two three four five six seven eight nine ten latecanary eleven twelve';
      const whole = await client(0)
        .say(prompt)
        .catch((error: unknown) => client().statusOf(error));
      expect(whole).toBe(400);
      const thrown = await client(0)
        .stream(prompt)
        .catch((error: unknown) => new Error('thrown', { cause: error }));
      expect(thrown).toBeInstanceOf(Error);
      const told = thrown instanceof Error ? String(thrown.cause) : '';
      expect(told).toContain('Blocked by policy');
      expect(told).not.toContain('latecanary');
    });

    test('takes a refusal for an answer, whole, streamed and in mid-stream', async () => {
      await expect(client(0).say('please softcanary')).resolves.not.toContain('softcanary');
      const [, end] = await client(0).stream('please softcanary');
      expect(end).toMatch(refused);
      expect(upstream.arrived).toEqual([]);
      const long = 'one two three four five six seven eight nine ten tailcanary eleven twelve';
      await expect(client(0).say(long)).resolves.not.toContain('tailcanary');
      const [text, late] = await client(0).stream(long);
      expect(text).not.toContain('tailcanary');
      expect(late).toMatch(refused);
    });

    test('gets prompts and answers redacted, whole and streamed', async () => {
      expect(await client().say('tell hidecanary now')).toBe(`You said: tell ${replacement} now`);
      expect(arrived()).toContain(`tell ${replacement} now`);
      expect(arrived()).not.toContain('hidecanary');
      expect(await client().say('tell sidecanary now')).toBe(`You said: tell ${replacement} now`);
      const [text] = await client().stream('one two three four sidecanary five six seven');
      expect(text).toBe(`You said: one two three four ${replacement} five six seven`);
    });

    test.each([429, 500])('sees the upstream’s own %i', async (status) => {
      const thrown = await client(0)
        .say(`say-${status}`)
        .catch((error: unknown) => error);
      expect(client().statusOf(thrown)).toBe(status);
      expect(String(thrown)).toContain('slow down, says the upstream');
      expect(upstream.arrived).toHaveLength(1);
    });

    test('leaves, and the upstream is left, too', async () => {
      const [before, aborted] = [left, ended('aborted')];
      const controller = new AbortController();
      const outcome = client(0)
        .stream(`never-end ${'and so on '.repeat(20)}`, controller.signal)
        .catch(() => undefined);
      await until(() => upstream.arrived.length === 1);
      controller.abort();
      await outcome;
      await until(() => left === before + 1 && ended('aborted') === aborted + 1);
      expect(ended('aborted')).toBe(aborted + 1);
    });
  });
}

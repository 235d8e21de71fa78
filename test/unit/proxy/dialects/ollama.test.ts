import { describe, expect, test } from '@jest/globals';
import { pathOf, type Part } from '../../../../src/governance/interaction.ts';
import type { Dialect } from '../../../../src/proxy/dialects/dialect.ts';
import { ollamaChat, ollamaGenerate } from '../../../../src/proxy/dialects/ollama-generation.ts';
import { ollamaShow } from '../../../../src/proxy/dialects/ollama-models.ts';
import { readFrames, toJson } from '../../../support/wire.ts';

const target = { route: '', params: {} };
const ask = (dialect: Dialect, body: Record<string, unknown>) =>
  dialect.readRequest(toJson({ model: 'm', ...body }), target);

const show = (part: Part): unknown[] => [pathOf(part.at), part.kind, part.text];

describe('an Ollama request', () => {
  test('to chat has the texts of each role', () => {
    const asked = ask(ollamaChat, {
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'u', images: ['AAAA'] },
        {
          role: 'assistant',
          content: 'a',
          thinking: 'hm',
          tool_calls: [{ function: { name: 'mail', arguments: {} } }],
        },
        { role: 'tool', content: 'r', tool_name: 'mail' },
      ],
      tools: [{ type: 'function', function: { name: 'mail', parameters: { type: 'object' } } }],
      format: { type: 'object', properties: { answer: { type: 'string' } } },
      options: { stop: ['END'], num_ctx: 4096 },
    });
    expect(asked.parts.map(show)).toEqual([
      ['model', 'metadata', 'm'],
      ['messages[0].content', 'system', 's'],
      ['messages[1].content', 'user', 'u'],
      ['messages[2].content', 'assistant', 'a'],
      ['messages[2].thinking', 'reasoning', 'hm'],
      ['messages[2].tool_calls[0].function.name', 'tool_call', 'mail'],
      ['messages[3].content', 'tool_result', 'r'],
      ['messages[3].tool_name', 'metadata', 'mail'],
      ['tools[0].type', 'tool_definition', 'function'],
      ['tools[0].function.name', 'tool_definition', 'mail'],
      ['options.stop[0]', 'metadata', 'END'],
      ['format', 'schema', 'answer'],
    ]);
    expect(asked.parts.find(({ tool }) => tool !== undefined)?.tool).toEqual({
      name: 'mail',
      args: {},
    });
    expect(asked).toMatchObject({ stream: true, tools: ['mail'], history: 4 });
    expect(asked.unjudged).toMatchObject([{ kind: 'image', at: ['messages', 1, 'images', 0] }]);
  });

  test('to generate has its prompt, its system text and what the server would decode', () => {
    const asked = ask(ollamaGenerate, {
      prompt: 'p',
      suffix: 'x',
      system: 's',
      template: '{{ .Prompt }} t',
      context: [1, 2, 3],
      stream: false,
    });
    expect(asked.parts.map(({ kind, text }) => [kind, text])).toEqual([
      ['metadata', 'm'],
      ['user', 'p'],
      ['user', 'x'],
      ['system', 's'],
      ['system', '{{ .Prompt }} t'],
      ['system', ' t'],
      ['user', 'p t'],
    ]);
    expect(asked.unjudged).toMatchObject([{ kind: 'tokens', bytes: 3 }]);
    expect(asked.stream).toBe(false);
  });

  test.each([
    ['zebra{{/* nothing */}}fish', 'zebrafish', true],
    ['zebra {{- if .System }}{{ end -}}\nfish', 'zebrafish', false],
    ['zebra{{ .None }}fish', 'zebrafish', false],
    ['{{ printf "%s%s" "zebra" "fish" }}', '', true],
    ['{{ "zebra" }}{{ "fish" }}', '', true],
    ['{{ with "zebra" }}{{ . }}fish{{ end }}', 'fish', true],
    ['{{ if $a := "zebra" }}{{ $a }}fish{{ end }}', 'fish', true],
    ['{{ define "x" }}zebra{{ end }}{{ template "x" }}', 'zebra', true],
    [
      '{{ range $i, $_ := .Messages }}{{ if eq .Role "user" }}[{{ .Content }}]{{ end }}{{ end }}',
      '[]',
      false,
    ],
    [
      '{{ if and .System (gt (len .Messages) 1) }}{{ json .Tools }}{{ else }}-{{ end }}',
      '-',
      false,
    ],
    ['{{ zebra', '', true],
  ])('reads a template as it is filled in: %s', (template, said, works) => {
    const { parts, unjudged } = ask(ollamaGenerate, { prompt: 'p', template });
    const texts = parts.filter(({ kind }) => kind === 'system').map(({ text }) => text);
    expect(texts).toEqual([template, said].filter((text) => text !== ''));
    expect(unjudged.map(({ kind }) => kind)).toEqual(works ? ['other'] : []);
  });

  test.each([
    ['{{ .System }}{{ .Prompt }}fish', 'zebrafish'],
    ['{{- with .Prompt }}cat{{ . }}fish{{ end }}', 'catzebrafish'],
    ['{{ range .Messages }}{{ .Content }} {{- end }}fish', 'zebrafish'],
    ['{{ if .Suffix }}{{ $.Suffix }}{{ end }}-{{json .Prompt}}', '-zebra'],
    ['{{ .Response }}fish', undefined],
  ])('reads a template with what the call says in its place: %s', (template, said) => {
    const { parts, unjudged } = ask(ollamaGenerate, { prompt: 'zebra', template });
    const filled = parts.filter(({ apart }) => apart === true);
    expect(filled.map(({ kind, text }) => [kind, text])).toEqual(
      said === undefined ? [] : [['user', said]],
    );
    expect(unjudged).toEqual([]);
  });

  // One that is tried in every way that it could be parted would take longer than anybody waits.
  test.each(['$a.'.repeat(60), '$'.repeat(200), '.'.repeat(100_000), 'a$.'.repeat(30_000)])(
    'reads a name of a template in one go: %.12s',
    (name) => {
      const template = `{{ ${name}! }} t`;
      const { parts } = ask(ollamaGenerate, { prompt: 'p', template });
      expect(parts.map(({ text }) => text)).toContain(template);
    },
  );

  test('lists a template that says a long call very often', () => {
    const template = '{{.Prompt}}'.repeat(50_000);
    const { parts, unjudged } = ask(ollamaGenerate, { prompt: 'zebra '.repeat(2_000), template });
    expect(unjudged).toMatchObject([{ kind: 'other', at: ['template'] }]);
    expect(parts.find(({ apart }) => apart === true)?.text.length).toBeLessThan(1_100_000);
  });

  test('to show a model names it in either of two ways', () => {
    expect(ollamaShow.readRequest(toJson({ name: 'old' }), target).model).toBe('old');
    expect(ollamaShow.readRequest(toJson({ name: 'old', model: 'new' }), target).model).toBe('new');
    expect(() => ollamaShow.readRequest(toJson({}), target)).toThrow('the name of a model');
  });
});

describe('an Ollama stream', () => {
  const asked = ask(ollamaChat, { messages: [] });
  const line = (message: unknown, more: Record<string, unknown> = {}) => ({
    model: 'm',
    created_at: '2024-01-01T00:00:00.1Z',
    message,
    done: false,
    ...more,
  });

  test('joins texts and ranks of tokens, and counts its calls through', () => {
    const tool = (name: string) => ({ tool_calls: [{ function: { name, arguments: {} } }] });
    const tokens = (one: string, other: string) => ({
      logprobs: [{ token: one, logprob: -1, top_logprobs: [{ token: one }, { token: other }] }],
    });
    const readings = readFrames(ollamaChat, asked, [
      line({ role: 'assistant', content: 'a', thinking: 'h' }, tokens('sec', 'pub')),
      line({ content: 'b' }, tokens('ret', 'lic')),
      line(tool('one')),
      line(tool('two')),
    ]);
    const fragments = readings.flatMap((reading) => reading.fragments);
    const texts = new Map<string, string>();
    for (const { part } of fragments.filter(({ piece }) => piece)) {
      const place = pathOf(part.at);
      texts.set(place, (texts.get(place) ?? '') + part.text);
    }
    expect(Object.fromEntries(texts)).toEqual({
      'message.content': 'ab',
      'message.thinking': 'h',
      'logprobs[0]': 'secret',
      'logprobs[1]': 'secret',
      'logprobs[2]': 'public',
    });
    const calls = fragments.filter(({ part }) => part.kind === 'tool_call');
    expect(calls.map(({ part }) => [pathOf(part.at), part.text])).toEqual([
      ['message.tool_calls[0].function.name', 'one'],
      ['message.tool_calls[1].function.name', 'two'],
    ]);
  });

  test('has no text in its moments, and text where they are none', () => {
    const [reading] = readFrames(ollamaChat, asked, [
      { created_at: '2024-01-01T00:00:00.123456789+01:00', done: false },
    ]);
    expect(reading?.fragments).toEqual([]);
    for (const other of ['once', '4111-1111-1111-1111', '+49.30.1234567', '2024-01-01T4111111']) {
      const [frame, next] = readFrames(ollamaChat, asked, [
        { created_at: other, done: false },
        line({ content: 'a' }),
      ]);
      expect(frame?.fragments.map(({ part }) => part.text)).toEqual([other]);
      expect(next?.drifting?.['created_at']?.test(JSON.stringify(other))).toBe(false);
    }
  });

  test('drops what says a redacted answer again, and nothing of a request', () => {
    const answer = { response: 'a', context: [1], logprobs: [{ token: 'a' }], done: true };
    expect(ollamaGenerate.drop(answer, new Set([0]))).toEqual([['logprobs'], ['context']]);
    expect(ollamaGenerate.drop({ prompt: 'a', context: [1] }, new Set([0]))).toEqual([]);
  });

  const notice = { message: 'Blocked.', model: 'm', id: '1', at: 0 };

  test('is refused, ended and failed in lines that its client takes', () => {
    const { stream } = ollamaChat;
    const refusal = (stream?.writeRefusal(notice) ?? '').trimEnd().split('\n');
    expect(refusal.map((each): unknown => JSON.parse(each))).toMatchObject([
      { message: { content: 'Blocked.' }, done: false },
      { message: { content: '' }, done: true, done_reason: 'content_filter' },
    ]);
    const end = stream?.writeBlockedEnd(notice, { model: 'other' }) ?? '';
    expect(JSON.parse(end)).toMatchObject({ model: 'other', done_reason: 'content_filter' });
    expect(stream?.writeFailedEnd('It broke.', 'internal')).toBe('{"error":"It broke."}\n');
  });
});

import { describe, expect, test } from '@jest/globals';
import { pathOf, type Part } from '../../../../src/governance/interaction.ts';
import type { Asked } from '../../../../src/proxy/dialects/dialect.ts';
import { geminiBatchEmbed, geminiEmbed } from '../../../../src/proxy/dialects/gemini-embed.ts';
import {
  geminiGenerate,
  geminiStream,
  geminiStreamArray,
} from '../../../../src/proxy/dialects/gemini-generate.ts';
import { readFrames, toJson } from '../../../support/wire.ts';

const target = { route: '', params: { model: 'gemini-test' } };
const ask = (body: Record<string, unknown>): Asked =>
  geminiGenerate.readRequest(toJson(body), target);

const show = (part: Part): unknown[] => [pathOf(part.at), part.kind, part.text];
const texts = (parts: readonly Part[]): unknown[] =>
  parts.filter((part) => part.kind !== 'metadata').map(show);

describe('a Gemini request', () => {
  test('tells the model what to listen for in words of the user', () => {
    const audioTranscriptionConfig = {
      languageCodes: ['en'],
      customVocabulary: ['v'],
      adaptation_phrases: ['p'],
      sourceText: 's',
    };
    const { parts } = ask({
      contents: [{ parts: [{ text: 'u' }] }],
      generationConfig: { audioTranscriptionConfig },
    });
    const said = parts.filter(({ kind }) => kind === 'user').map(({ text }) => text);
    expect(said).toEqual(['u', 'v', 'p', 's']);
  });

  test('has the texts of each role and of each part', () => {
    const { parts, history } = ask({
      system_instruction: { parts: [{ text: 's' }] },
      contents: [
        { parts: [{ text: 'u' }] },
        {
          role: 'model',
          parts: [
            { text: 'hm', thought: true },
            { text: 'a' },
            { functionCall: { name: 'mail', args: { to: 'ada' } } },
            { executableCode: { code: 'print()', language: 'PYTHON' } },
          ],
        },
        {
          role: 'user',
          parts: [
            { function_response: { name: 'mail', response: { result: 'sent' } } },
            { codeExecutionResult: { outcome: 'OUTCOME_OK', output: 'out' } },
          ],
        },
      ],
    });
    expect(texts(parts)).toEqual([
      ['system_instruction.parts[0].text', 'system', 's'],
      ['contents[0].parts[0].text', 'user', 'u'],
      ['contents[1].parts[0].text', 'reasoning', 'hm'],
      ['contents[1].parts[1].text', 'assistant', 'a'],
      ['contents[1].parts[2].functionCall.name', 'tool_call', 'mail'],
      ['contents[1].parts[2].functionCall.args.to', 'tool_call', 'ada'],
      ['contents[1].parts[3].executableCode.code', 'tool_call', 'print()'],
      ['contents[2].parts[0].function_response.name', 'tool_result', 'mail'],
      ['contents[2].parts[0].function_response.response.result', 'tool_result', 'sent'],
      ['contents[2].parts[1].codeExecutionResult.output', 'tool_result', 'out'],
      ['contents[1].parts[2].functionCall.args', 'tool_call', 'to'],
      ['contents[2].parts[0].function_response.response', 'tool_result', 'result'],
    ]);
    expect(parts.filter((part) => part.past).map(({ text }) => text)).toEqual(['u']);
    expect(history).toBe(3);
  });

  test('says its model, its tools and what it refers to', () => {
    const asked = ask({
      model: 'models/gemini-other',
      contents: [
        {
          parts: [
            { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
            { fileData: { mimeType: 'video/mp4', fileUri: 'https://a.example/v' } },
            { text: 't', thoughtSignature: 'c2ln' },
          ],
        },
      ],
      cachedContent: 'cachedContents/1',
      tools: [
        { functionDeclarations: [{ name: 'mail', parameters: { type: 'OBJECT' } }] },
        { fileSearch: { fileSearchStoreNames: ['stores/1'] } },
        {
          mcpServers: [
            {
              name: 's',
              streamableHttpTransport: {
                url: 'https://mcp.example',
                headers: { authorization: 'Bearer secret' },
              },
            },
          ],
        },
      ],
    });
    expect(asked).toMatchObject({
      model: 'gemini-test',
      furtherModels: ['gemini-other'],
      tools: ['mail', 'fileSearch', 'mcpServers'],
      references: ['https://a.example/v', 'cachedContents/1', 'stores/1', 'https://mcp.example'],
    });
    expect(asked.unjudged.map(({ kind }) => kind)).toEqual([
      'image',
      'video',
      'encrypted',
      'reference',
      'reference',
      'reference',
      'reference',
    ]);
    expect(JSON.stringify(asked.parts)).not.toContain('Bearer secret');
  });

  test.each([
    ['one text', geminiEmbed, { content: { parts: [{ text: 'e' }] }, title: 'd' }],
    [
      'several',
      geminiBatchEmbed,
      { requests: [{ content: { parts: [{ text: 'e' }] }, title: 'd' }] },
    ],
  ])('to embed has its texts: %s', (_, dialect, body) => {
    const { parts, model } = dialect.readRequest(toJson(body), target);
    expect(parts.map(({ kind, text }) => [kind, text])).toEqual([
      ['user', 'e'],
      ['user', 'd'],
    ]);
    expect(model).toBe('gemini-test');
  });
});

const chunk = (parts: readonly unknown[], more: Record<string, unknown> = {}) => ({
  candidates: [{ content: { role: 'model', parts }, ...more }],
});

describe('a Gemini answer', () => {
  const tokens = {
    chosenCandidates: [{ token: 'sec', logProbability: -1 }, { token: 'ret' }],
    topCandidates: [
      { candidates: [{ token: 'sec' }, { token: 'pub' }] },
      { candidates: [{ token: 'ret' }, { token: 'lic' }] },
    ],
  };

  test('keeps its candidates apart', () => {
    const answer = { candidates: [0, 3].map((index) => ({ index, finishMessage: `m${index}` })) };
    const { parts } = geminiGenerate.readAnswer(toJson(answer), ask({ contents: [] }));
    expect(parts.map(({ channel, at, text }) => [channel, pathOf(at), text])).toEqual([
      [0, 'candidates[0].finishMessage', 'm0'],
      [3, 'candidates[1].finishMessage', 'm3'],
    ]);
  });

  test('has its tokens joined by rank, and drops them with what they say again', () => {
    const answer = chunk([], { logprobsResult: tokens });
    const { parts } = geminiGenerate.readAnswer(toJson(answer), ask({ contents: [] }));
    expect(parts.map(({ text }) => text)).toEqual(['secret', 'secret', 'public']);
    expect(geminiGenerate.drop(answer, new Set([0]))).toEqual([
      ['candidates', 0, 'logprobsResult'],
    ]);
    expect(geminiGenerate.drop(answer, new Set([1]))).toEqual([]);
  });
});

describe('a Gemini stream', () => {
  const asked = ask({ contents: [], generationConfig: { candidateCount: 2 } });

  test('joins the texts of its chunks and keeps its calls apart', () => {
    const readings = readFrames(geminiStream, asked, [
      chunk([{ text: 'hm', thought: true }, { text: 'a' }]),
      chunk([{ functionCall: { name: 'one', args: { at: 'x' } } }, { text: 'b' }]),
      chunk([{ functionCall: { name: 'two', args: { at: 'x' } } }]),
      chunk([{ inlineData: { mimeType: 'audio/wav', data: 'AA' } }]),
      chunk([{ inlineData: { mimeType: 'audio/wav', data: 'BB' } }]),
    ]);
    const fragments = readings.flatMap((reading) => reading.fragments);
    const found = fragments
      .filter(({ part }) => part.kind !== 'metadata' && !part.fixed)
      .map(({ part, piece }) => [
        pathOf(part.at).replace('candidates[0].content.', ''),
        part.text,
        piece,
      ]);
    expect(found).toEqual([
      ['parts[0].text', 'hm', true],
      ['parts[1].text', 'a', true],
      ['parts[2].functionCall.name', 'one', false],
      ['parts[2].functionCall.args.at', 'x', false],
      ['parts[1].text', 'b', true],
      ['parts[3].functionCall.name', 'two', false],
      ['parts[3].functionCall.args.at', 'x', false],
    ]);
    const bytes = readings.flatMap(({ unjudged }) => unjudged.map(({ at }) => pathOf(at)));
    expect(new Set(bytes).size).toBe(1);
  });

  const ends: readonly [string, readonly unknown[], boolean][] = [
    ['nothing', [], false],
    ['a candidate that goes on', [chunk([])], false],
    ['every candidate’s reason', [chunk([]), chunk([], { finishReason: 'STOP' })], true],
    ['one of two reasons', [chunk([], { finishReason: 'STOP' }), chunk([], { index: 1 })], false],
    ['a blocked prompt', [{ promptFeedback: { blockReason: 'SAFETY' } }], true],
    ['an error', [{ error: { code: 500 } }], true],
  ];

  test.each(ends)('has ended or not after %s', (_, chunks, ended) => {
    const reader = geminiStream.stream?.createReader(asked);
    for (const each of chunks) reader?.read(toJson(each), '');
    expect(reader?.ended()).toBe(ended);
  });

  const notice = { message: 'Blocked.', model: 'm', id: '1', at: 0 };

  test('is ended and failed in its own form', () => {
    const last = { ...chunk([{ text: 'a' }]), responseId: 'r' };
    const sse = geminiStream.stream?.writeBlockedEnd(notice, last) ?? '';
    expect(sse).toMatch(/^data: .*"finishReason":"SAFETY".*\r\n\r\n$/);
    expect(sse).toContain('"responseId":"r"');
    const array = geminiStreamArray.stream;
    for (const end of [
      array?.writeBlockedEnd(notice, last),
      array?.writeFailedEnd('It broke.', 'internal'),
    ])
      expect(JSON.parse(`[{}${end ?? ''}`)).toHaveLength(2);
    expect(JSON.parse(array?.writeRefusal(notice) ?? '')).toMatchObject([
      { candidates: [{ finishReason: 'SAFETY' }] },
    ]);
  });
});

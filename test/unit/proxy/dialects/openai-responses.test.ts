import { describe, expect, test } from '@jest/globals';
import { openaiResponses } from '../../../../src/proxy/dialects/openai-responses.ts';
import { toJson } from '../../../support/wire.ts';

const target = { route: '/v1/responses', params: {} };
const notice = { message: 'Blocked by policy.', model: 'm', id: 'abc', at: 1_700_000_000_000 };

const ask = (body: object) => openaiResponses.readRequest(toJson({ model: 'm', ...body }), target);

type Event = { readonly type: string; readonly sequence_number: number };

function endOf(last: unknown, began?: string): readonly Event[] {
  const told = { ...notice, ...(began !== undefined && { began }) };
  const written = openaiResponses.stream?.writeBlockedEnd(told, last) ?? '';
  return written
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => JSON.parse(frame.replace(/^event: .*\ndata: /, '')) as Event);
}

describe('a stream that is blocked after something was sent', () => {
  const place = { item_id: 'msg_1', output_index: 2, content_index: 1, sequence_number: 7 };

  test('closes the open part and item, and counts on', () => {
    const events = endOf({ type: 'response.output_text.delta', ...place, delta: 'We' });
    expect(events).toMatchObject([
      {
        type: 'response.content_part.done',
        item_id: 'msg_1',
        content_index: 1,
        sequence_number: 8,
      },
      {
        type: 'response.output_item.done',
        output_index: 2,
        item: { id: 'msg_1', status: 'incomplete' },
        sequence_number: 9,
      },
      {
        type: 'response.incomplete',
        response: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
        sequence_number: 10,
      },
    ]);
  });

  test('ends the answer that began', () => {
    const created = { type: 'response.created', response: { id: 'resp_1', output: [] } };
    const began = openaiResponses.stream?.readId?.(created);
    const [end] = endOf({ type: 'response.output_item.done', sequence_number: 4 }, began);
    expect(end).toMatchObject({ type: 'response.incomplete', response: { id: 'resp_1' } });
  });

  test('closes only the item where the part is closed already', () => {
    const events = endOf({ type: 'response.content_part.done', ...place });
    expect(events.map(({ type }) => type)).toEqual([
      'response.output_item.done',
      'response.incomplete',
    ]);
  });

  test.each([
    ['nothing was sent', undefined, 0],
    ['an item was closed', { type: 'response.output_item.done', sequence_number: 4 }, 5],
  ])('only ends where %s', (_, last, first) => {
    expect(endOf(last)).toMatchObject([{ type: 'response.incomplete', sequence_number: first }]);
  });
});

describe('a request', () => {
  test.each([true, 'true', 1])(
    'for an answer in the background is refused, which would be fetched past judgement: %p',
    (background) => {
      expect(() => ask({ input: 'a', background })).toThrow('in the background');
    },
  );

  test('tells by its items which turns an earlier exchange has judged', () => {
    const { parts, tools } = ask({
      input: [
        { role: 'user', content: 'first' },
        { type: 'function_call', call_id: 'c', name: 'deploy', arguments: '{"a":"b"}' },
        { type: 'function_call_output', call_id: 'c', output: 'done' },
        {
          type: 'additional_tools',
          tools: [{ type: 'function', name: 'later', description: 'Says more.' }],
        },
      ],
    });
    const told = (text: string) => parts.find((part) => part.text === text);
    expect(told('first')).toMatchObject({ kind: 'user', role: 'user', past: true });
    expect(told('{"a":"b"}')).toMatchObject({
      kind: 'tool_call',
      past: false,
      tool: { name: 'deploy', args: { a: 'b' } },
    });
    expect(told('done')).toMatchObject({ kind: 'tool_result', past: false });
    expect(told('Says more.')).toMatchObject({ kind: 'tool_definition' });
    expect(tools).toEqual(['later']);
  });

  test('keeps credentials for others out of the texts', () => {
    const server = {
      type: 'mcp',
      server_label: 'tickets',
      server_url: 'https://example.com/mcp',
      authorization: 'a-credential',
      headers: { 'x-key': 'another-credential' },
    };
    const { parts, unjudged } = ask({ input: 'a', tools: [server] });
    expect(JSON.stringify(parts)).not.toContain('credential');
    expect(JSON.stringify(parts)).toContain('https://example.com/mcp');
    expect(unjudged).toHaveLength(3);
  });
});

/** The calls of a streamed chat completion: their pieces by place, and where one ends and another begins under the same index. */
import { pointerOf } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import { parseArguments } from './arguments.ts';
import { readToolName, readWord } from './members.ts';
import { atOnce } from './pieces.ts';
import { lies, readPlace, readPlaces } from './places.ts';
import { figure, object, type Shape, text, unmapped, within, word } from './shape.ts';
import type { Called, Sink } from './sink.ts';

/** The pieces of one call; what its arguments say is known only when they are joined. */
export function called(args: 'arguments' | 'input'): Shape {
  const said = text('tool_call');
  const readInput: Shape = (value, sink) => {
    // A custom tool takes text, a function takes JSON.
    if (args === 'input' && sink.tool !== undefined) sink.tool = { ...sink.tool, args: '' };
    said(value, sink);
  };
  const named = object({ name: said, [args]: readInput });
  const goesOn = object({ name: saidAgain, [args]: readInput });
  return (value, sink) => {
    const key = pointerOf(sink.place);
    const names = (sink.names ??= new Map<string, string>());
    const known = names.get(key) ?? '';
    const name = readToolName(readObject(value)?.name);
    if (known !== '' && name !== '' && name !== known) throw lies('names one call of a tool twice');
    names.set(key, known || name);
    sink.tool = { name: known || name, args: undefined };
    (known === '' ? named : goesOn)(value, sink);
    sink.tool = undefined;
  };
}

/** Some servers say the name with each piece: it is no piece itself. */
const saidAgain = atOnce((value, sink) => {
  const { tool } = sink;
  sink.tool = undefined;
  text('tool_call')(value, sink);
  sink.tool = tool;
});

const call = within(
  'tool_call',
  object({
    index: figure,
    id: text('metadata'),
    type: word('function', 'custom'),
    function: called('arguments'),
    custom: called('input'),
  }),
);

export const toolCallPieces: Shape = (value, sink) => {
  const list = readPlaces(value);
  if (list === undefined) unmapped(value, sink);
  for (const [at, each] of (list ?? []).entries()) {
    sink.enter(at, placeOf(each, readPlace(readObject(each)?.index, at), sink));
    call(each, sink);
    sink.leave();
  }
};

/** More than any tool's name has. */
const saidMax = 256;

/**
 * Some servers give all calls one index and say each of them whole. Whoever joins what stands under it has two objects one
 * behind the other, which are no arguments, so that nobody takes them for one call.
 */
function placeOf(value: unknown, index: number, sink: Sink): number | string {
  const record = readObject(value);
  const { name: named, arguments: args } = readObject(record?.function) ?? {};
  const [id, name] = [readWord(record?.id), readToolName(named)];
  const key = pointerOf([...sink.place, index]);
  const calls = (sink.calls ??= new Map<string, Called>());
  const known = calls.get(key);
  const isNext = known !== undefined && known.whole && name !== '' && isOther(known, id, name);
  const said = ((known?.said ?? '') + name).slice(0, saidMax);
  if (said !== name && name !== '' && sink.declared.includes(said))
    throw lies('says the name of a tool twice, which is the name of another');
  const turn = (known?.turn ?? 0) + (isNext ? 1 : 0);
  const whole =
    known === undefined || isNext
      ? name !== '' && isWhole(args)
      : known.whole && (args ?? '') === '';
  const same = isNext ? undefined : known;
  calls.set(key, { id: same?.id || id, name: same?.name || name, said, whole, turn });
  return turn === 0 ? index : `${index}.${turn}`;
}

function isOther(known: Called, id: string, name: string): boolean {
  return name !== known.name || (id !== '' && known.id !== '' && id !== known.id);
}

function isWhole(args: unknown): boolean {
  return typeof args === 'string' && readObject(parseArguments(args)) !== undefined;
}

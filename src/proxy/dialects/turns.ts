/** The turns of a conversation, and which of them an earlier exchange has judged already. */
import { findLastAnswer } from '../../governance/answered.ts';
import { readObject } from '../json.ts';
import { readWord } from './members.ts';
import { unmapped, type Shape } from './shape.ts';
import type { Sink } from './sink.ts';

type Turns = {
  readonly answerRole: string;
  readonly roleOf?: (turn: unknown) => string;
  readonly read: (turn: unknown, role: string, sink: Sink, index: number) => void;
};

/** A list of turns, each read by its role; what stands before the last answer was sent in an earlier call. */
export function conversation({ answerRole, roleOf = namedRole, read }: Turns): Shape {
  return (value, sink) => {
    if (!Array.isArray(value)) {
      unmapped(value, sink);
      return;
    }
    const roles = value.map((turn) => roleOf(turn));
    const lastAnswer = findLastAnswer(roles, answerRole);
    for (let index = 0; index < value.length; index += 1) {
      const role = roles[index] ?? '';
      sink.enter(index);
      sink.role = role;
      sink.past = index < lastAnswer;
      read(value[index], role, sink, index);
      sink.leave();
    }
    sink.role = '';
    sink.past = false;
  };
}

export function namedRole(turn: unknown): string {
  return readWord(readObject(turn)?.role);
}

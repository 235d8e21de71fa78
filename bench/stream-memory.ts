/** Memory that streams take: a thousand that wait, and one of 50 MB on its way through. */
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from './process.ts';
import type { Effort, Row } from './row.ts';
import { key, withScene } from './scene.ts';
import { streamModels, writeStreamRequest } from './streams.ts';

const mebibyte = 1024 * 1024;

async function open(
  url: string,
  model: string,
  agent: Agent,
): Promise<[ClientRequest, IncomingMessage]> {
  const body = writeStreamRequest(model);
  const outgoing = send(new URL('/v1/chat/completions', url), {
    agent,
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`a stream was answered ${answer.statusCode ?? 0}`);
  return [outgoing, answer];
}

async function residentBytes(program: Program): Promise<number> {
  return (await program.account()).residentBytes;
}

async function holdIdle(program: Program, { idleStreams, restMs }: Effort): Promise<number> {
  const agent = new Agent({ maxSockets: idleStreams });
  const warm = await Promise.all(
    Array.from({ length: 50 }, () => open(program.url, streamModels.idle, agent)),
  );
  for (const [outgoing] of warm) outgoing.destroy();
  await sleep(restMs);
  const before = await residentBytes(program);
  const streams: ClientRequest[] = [];
  while (streams.length < idleStreams) {
    const some = await Promise.all(
      Array.from({ length: 50 }, () => open(program.url, streamModels.idle, agent)),
    );
    streams.push(...some.map(([outgoing]) => outgoing));
  }
  await sleep(restMs);
  const held = await residentBytes(program);
  for (const outgoing of streams) outgoing.destroy();
  agent.destroy();
  return (held - before) / idleStreams;
}

export const streamIdle: Row = {
  name: 'stream-idle',
  claim: 'Memory for each stream that waits',
  bounds: [{ work: 'a stream that waits', figure: 'KB each', unit: 'KB', digits: 0, most: 60 }],
  setting:
    '1,000 at a time; each has said one chunk, which is held back; both of its connections included; growth of the resident set',
  lane: 'second',
  measure: (effort) =>
    withScene(async (scene) => {
      const bare = (await holdIdle((await scene.startBareProxy()).program, effort)) / 1024;
      const each = (await holdIdle((await scene.startRoomyGateway()).program, effort)) / 1024;
      return {
        columns: ['process', 'KB each'],
        lines: [
          ['bare node:http proxy', bare.toFixed(0)],
          ['gateway, policies on, audit on (fsync)', each.toFixed(0)],
        ],
        figures: { 'bare KB each': bare, 'KB each': each },
      };
    }),
};

/** The most that the process had resident while the stream went through. */
async function readLarge(program: Program, largeBytes: number): Promise<number> {
  const agent = new Agent();
  const [, answer] = await open(program.url, `${streamModels.large}-${largeBytes}`, agent);
  let most = 0;
  let next = 0;
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length;
    if (bytes < next) continue;
    next = bytes + largeBytes / 20;
    most = Math.max(most, await residentBytes(program));
  }
  agent.destroy();
  if (bytes < largeBytes) throw new Error('the stream was cut');
  return most;
}

export const streamMemory: Row = {
  name: 'stream-memory',
  claim: 'Memory that a stream of 50 MB takes on its way through',
  bounds: [
    {
      work: 'third stream of 50 MB against the first',
      figure: 'third: more than the first MB',
      unit: 'MB more',
      digits: 0,
      most: 10,
    },
  ],
  setting:
    'policies and durable audit on; most resident while it went through, and growth over what was resident before',
  lane: 'second',
  measure: (effort) =>
    withScene(async (scene) => {
      const { program } = await scene.startRoomyGateway();
      await sleep(effort.restMs);
      const fresh = await residentBytes(program);
      const lines: string[][] = [];
      const figures: Record<string, number> = {};
      for (const turn of ['first', 'second', 'third']) {
        const most = await readLarge(program, effort.largeStreamBytes);
        const grown = (most - fresh) / mebibyte;
        lines.push([turn, (most / mebibyte).toFixed(0), grown.toFixed(0)]);
        figures[`${turn}: MB more`] = grown;
      }
      figures['third: more than the first MB'] =
        (figures['third: MB more'] ?? Number.NaN) - (figures['first: MB more'] ?? Number.NaN);
      return { columns: ['stream', 'most resident MB', 'MB more than before'], lines, figures };
    }),
};

/** A streamed answer on its way: judged while it flows, sent as far as it is certain, and ended in one of the ways that are recorded. */
import { coverageOf } from '../../governance/coverage.ts';
import type { Ruling } from '../../governance/decision.ts';
import type { Interaction } from '../../governance/interaction.ts';
import type { WholeAnswer } from '../answer.ts';
import type { Inbound } from '../crossing.ts';
import { toBlockedEnd, toFailedEnd, type End } from '../ends.ts';
import { byteOrderMark } from '../event-stream.ts';
import { writeIds } from '../release.ts';
import { inOneStep } from '../steps.ts';
import type { Story } from '../story.ts';
import { governanceHeaders, holdHeader, type Came } from '../terminal.ts';
import { readBeside, readJudgedHeaders } from '../told-facts.ts';
import { LiveClient } from './live-client.ts';
import { LiveContents } from './live-contents.ts';
import {
  toLiveAnsweredEnd,
  toLiveBlockedEnd,
  toLiveFailedEnd,
  type Flow,
  type LiveEnd,
  type Standing,
} from './live-ends.ts';
import type { Leaving, Said } from './live-frames.ts';
import type { LivePlan } from './live-plan.ts';
import { LiveStream } from './live-stream.ts';
import { drink, type Taken } from './source.ts';

export function runFlow(
  story: Story,
  inbound: Inbound,
  plan: LivePlan,
  system: readonly string[],
): Promise<End | LiveEnd> {
  return new LiveAnswer(story, inbound, plan, system).run();
}

class LiveAnswer {
  readonly #story: Story;
  readonly #inbound: Inbound;
  readonly #plan: LivePlan;
  readonly #stream: LiveStream;
  readonly #contents: LiveContents;
  readonly #client: LiveClient;
  /** What the last frame said that went to the client. */
  #last: Said | undefined;
  /** The id under which the answer began, where its end has to know it. */
  #began = '';

  constructor(story: Story, inbound: Inbound, plan: LivePlan, system: readonly string[]) {
    const { house, received, response } = story;
    const { limits } = house;
    this.#story = story;
    this.#inbound = inbound;
    this.#plan = plan;
    this.#contents = new LiveContents(limits.streamKeptCharsMax);
    this.#stream = new LiveStream({
      dialect: received.passage.route.dialect,
      framing: plan.framing,
      asked: received.asked,
      limits,
      beside: readBeside(inbound.headers),
      reach: plan.hold.characters,
      again: plan.hold.again,
      foresee: story.judge.foresee,
      settle: story.judge.settle,
      judge: (parts, unjudged) =>
        story.judge({ ...received.interaction, stage: 'response', parts, unjudged }, system),
    });
    const keepAlive = plan.format.framing === 'sse' ? ': keep-alive\n\n' : undefined;
    const { status } = inbound;
    const head = { status, type: plan.framing.type, headers: () => this.#headers(), keepAlive };
    const tell = (text: string): void => {
      if (text === keepAlive) this.#contents.addOwn(text);
      this.#contents.addSent(text);
    };
    const holds = (): boolean => this.#stream.holds;
    this.#client = new LiveClient(response, head, limits, tell, holds);
  }

  async run(): Promise<End | LiveEnd> {
    try {
      const { stream, headers } = this.#inbound;
      const { upstreamOpenTimeoutMs, upstreamTotalTimeoutMs } = this.#story.house.limits;
      // One that said how long it is says itself what is missing.
      const isCounted = headers['content-length'] !== undefined;
      const openMs = isCounted ? upstreamTotalTimeoutMs : upstreamOpenTimeoutMs;
      await drink(stream, openMs, (chunk) => this.#pass(chunk));
      const failure = this.#inbound.failure();
      if (failure !== undefined && !this.#stream.isOver()) throw failure;
      if (!stream.complete) this.#inbound.abort();
      const rest = this.#stream.isOver() ? [] : await this.#stream.end();
      if (this.#stream.isOver()) await this.#client.send(this.#take(rest));
      return this.#finish(this.#stream.isOver() ? '' : this.#take(rest));
    } catch (error) {
      return this.#fail(this.#stream.failed ?? this.#inbound.failure() ?? error);
    } finally {
      this.#client.stop();
    }
  }

  /** At once where neither a judge nor the client has to be waited for. */
  #pass(chunk: Buffer): Taken | Promise<Taken> {
    const leaving = this.#stream.push(chunk);
    return leaving instanceof Promise
      ? leaving.then((late) => this.#send(late))
      : this.#send(leaving);
  }

  #send(leaving: readonly Leaving[]): Taken | Promise<Taken> {
    const sending = this.#client.send(this.#take(leaving));
    if (this.#stream.isOver()) return sending === undefined ? 'over' : sending.then(() => 'over');
    const waits = sending !== undefined || !this.#client.begun;
    const taken = this.#stream.whole ? 'whole' : waits ? 'more' : this.#stream.lack;
    return sending === undefined ? taken : sending.then(() => taken);
  }

  #take(leaving: readonly Leaving[]): string {
    let text = '';
    for (const one of leaving) {
      text += one.released;
      this.#contents.addLeaving(one);
      if (one.said?.isPing() === false) this.#goOn(one.said);
    }
    return this.#withoutMark(text);
  }

  /** Behind a comment of the gateway's own a mark would be text, and its event none. */
  #withoutMark(text: string): string {
    const begins = text !== '' && !this.#contents.hasReleased;
    return begins && this.#client.begun && text.startsWith(byteOrderMark) ? text.slice(1) : text;
  }

  #goOn(said: Said): void {
    if (this.#last === undefined) this.#began = this.#plan.format.readId?.(said.value) ?? '';
    this.#last = said;
  }

  #finish(rest: string): End | LiveEnd {
    const { blocked, failed } = this.#stream;
    if (failed !== undefined) throw failed;
    this.#client.expectPresent();
    if (blocked === undefined) return toLiveAnsweredEnd(this.#flow(), rest);
    this.#inbound.abort();
    this.#contents.addWithheld(this.#stream.giveUp());
    const ruling = this.#stream.record.toRuling(blocked);
    if (this.#client.begun) return toLiveBlockedEnd(this.#flow(), ruling, this.#standing());
    return toBlockedEnd(this.#story, this.#interaction(), ruling, this.#came());
  }

  #fail(error: unknown): End | LiveEnd {
    this.#inbound.abort();
    const fault = this.#story.toFault(error);
    this.#contents.addWithheld(this.#stream.giveUp());
    if (this.#client.begun) return toLiveFailedEnd(this.#flow(), fault);
    const { returned } = this.#contents.finish();
    return returned === undefined
      ? toFailedEnd(this.#story, fault)
      : toFailedEnd(this.#story, fault, { came: this.#came(), ruling: this.#ruling(), returned });
  }

  #standing(): Standing {
    return { last: this.#last?.value, began: this.#began, open: this.#stream.channels };
  }

  #flow(): Flow {
    return {
      story: this.#story,
      format: this.#plan.format,
      status: this.#inbound.status,
      headers: this.#inbound.headers,
      facts: this.#stream.facts,
      textBytes: this.#stream.came,
      contents: this.#contents,
      client: this.#client,
      ruling: this.#ruling(),
      interaction: this.#interaction(),
    };
  }

  #ruling(): Ruling | undefined {
    const { record, blocked } = this.#stream;
    return record.judged ? record.toRuling(blocked) : undefined;
  }

  #interaction(): Interaction {
    const { parts, unjudged } = this.#stream.record;
    return { ...this.#story.received.interaction, stage: 'response', parts, unjudged };
  }

  #came(): Came {
    return {
      answer: this.#unsent(),
      interaction: this.#interaction(),
      headers: this.#inbound.headers,
      textBytes: this.#stream.came,
    };
  }

  /** A stream of which nothing went on is told of as any other answer. */
  #unsent(): WholeAnswer {
    const { returned, released } = this.#contents.finish();
    const came = returned ?? released;
    const { parts, unjudged } = this.#stream.record;
    return {
      status: this.#inbound.status,
      type: this.#plan.framing.type,
      bytes: Buffer.from(came?.raw ?? ''),
      parts,
      unjudged,
      facts: this.#stream.facts,
      write: () => inOneStep(() => Buffer.alloc(0)),
      mask: () => inOneStep(() => Buffer.from(came?.redacted() ?? '')),
    };
  }

  /** What is known when the first of it goes; the entry says how it ended. */
  #headers(): Record<string, string> {
    const { story } = this.#flow();
    const ruling = this.#ruling() ?? story.ruling;
    const interaction = this.#interaction();
    // It may leave before anything of the answer was due to be judged.
    const known = this.#stream.knowsBeside;
    const beside = readJudgedHeaders(this.#inbound.headers, ruling, interaction, known);
    return {
      ...beside,
      ...governanceHeaders(story, ruling, coverageOf(interaction, ruling)),
      ...writeIds(story.received.passage.route.dialect.family, story.received.told.requestId),
      [holdHeader]: String(this.#plan.hold.characters),
    };
  }
}

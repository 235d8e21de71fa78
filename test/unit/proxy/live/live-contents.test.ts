import { describe, expect, test } from '@jest/globals';
import type { Content } from '../../../../src/governance/event.ts';
import { LiveContents } from '../../../../src/proxy/live/live-contents.ts';

const raw = (content: Content | undefined): string => Buffer.from(content?.raw ?? '').toString();
const kept = (content: Content | undefined): string =>
  Buffer.from(content?.redacted() ?? '').toString();
const plain = (text: string) => ({ released: text, returned: text, masked: text, said: undefined });

describe('what was said on the legs of a live answer', () => {
  test('is one text while nothing differs', () => {
    const contents = new LiveContents(1_000);
    contents.addLeaving(plain('one '));
    contents.addLeaving(plain('two'));
    contents.addSent('one two');
    const { returned, released } = contents.finish();
    expect([returned, raw(released), kept(released)]).toEqual([undefined, 'one two', 'one two']);
    expect(contents.hasReleased).toBe(true);
  });

  test('holds nothing as released, masked or not, that was on its way when the client left', () => {
    const contents = new LiveContents(1_000);
    contents.addLeaving({ ...plain('one'), masked: '[pii]' });
    contents.addSent('one');
    contents.addLeaving(plain('two'));
    contents.addWithheld('three');
    const { returned, released } = contents.finish();
    expect([raw(released), raw(returned)]).toEqual(['one', 'onetwothree']);
    expect(kept(released)).toContain('[pii]');
    expect(kept(released)).not.toMatch(/two|three/);
    expect(contents.bytesOut).toBe(3);
  });

  test('say of what was held back that it went to nobody, on a line between what was sent before and after', () => {
    const contents = new LiveContents(1_000);
    contents.addLeaving(plain('data: one'));
    contents.addSent('data: one');
    contents.addWithheld('data: tw');
    contents.addOwn('data: the end');
    contents.addSent('data: the end');
    const [first, lacking = '', ...after] = kept(contents.finish().returned).split('\n');
    expect([first, ...after]).toEqual(['data: one', 'data: the end']);
    const { withheld } = JSON.parse(lacking) as { withheld: string };
    expect(withheld).toMatch(/^it was held back .* nobody$/);
    expect(withheld).not.toContain('finding');
  });

  test('that is the gateway’s own alone has released nothing of the answer', () => {
    const contents = new LiveContents(1_000);
    contents.addOwn('wait');
    contents.addSent('wait');
    expect([contents.hasReleased, contents.bytesOut]).toEqual([false, 4]);
  });
});

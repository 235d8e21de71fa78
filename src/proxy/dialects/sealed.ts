/** What only the provider can open: listed as unjudged, and judged where it can be read after all. */
import { readInline } from './inline.ts';
import { unmapped, type Shape } from './shape.ts';

/** One run of letters, as anything that is sealed or signed is written. */
const opaque = /^[\w+/=.:~%-]*$/;
/** Fewer bytes may look like a text by chance. */
const textMin = 12;

/** A change to it makes the next request fail, so it cannot be rewritten. */
export const sealed: Shape = (value, sink) => {
  if (value === '') return;
  if (typeof value !== 'string') {
    unmapped(value, sink);
    return;
  }
  sink.skip('encrypted', value.length, 'content that only the provider can open');
  const said = opaque.test(value) ? readInline(value, '').text : value;
  if (said !== undefined && said.length >= textMin)
    sink.text(sink.strange, said, { fixed: true, name: true });
};

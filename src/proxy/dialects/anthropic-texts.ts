/** What Anthropic's content blocks are made of: texts with their citations, images, documents, and what is signed or sealed. */
import type { PartKind } from '../../governance/interaction.ts';
import { cacheControl } from './anthropic-tools.ts';
import { sealed } from './sealed.ts';
import {
  apart,
  blob,
  either,
  figure,
  list,
  object,
  reference,
  type Shape,
  source,
  text,
  variant,
  word,
} from './shape.ts';

const metadata = text('metadata');
export const storedFile = reference('file', 'a stored file');

/** A text that a signature beside it covers: rewriting it would break the signature. */
export function signed(kind: PartKind): Shape {
  return text(kind, true);
}

const citationKinds = [
  'char_location',
  'page_location',
  'content_block_location',
  'web_search_result_location',
  'search_result_location',
];

export function citation(kind: PartKind): Shape {
  return apart(citationOf(kind));
}

function citationOf(kind: PartKind): Shape {
  const said = text(kind);
  return object({
    type: word(...citationKinds),
    cited_text: said,
    document_title: said,
    title: said,
    source: said,
    url: said,
    file_id: metadata,
    encrypted_index: sealed,
    ...Object.fromEntries(
      (
        'document_index search_result_index start_char_index end_char_index start_page_number ' +
        'end_page_number start_block_index end_block_index'
      )
        .split(' ')
        .map((name) => [name, figure]),
    ),
  });
}

/** Switched on in a request, given in an answer. */
export function citations(kind: PartKind): Shape {
  return either({ list: list(citation(kind)), object: object({ enabled: figure }) });
}

export function textMembers(kind: PartKind): Readonly<Record<string, Shape>> {
  return { text: text(kind), citations: citations(kind), cache_control: cacheControl };
}

export const image: Readonly<Record<string, Shape>> = {
  source: variant('type', {
    base64: {
      data: blob('image', 'user', 'an image'),
      media_type: word('image/jpeg', 'image/png', 'image/gif', 'image/webp'),
    },
    url: { url: source('image') },
    file: { file_id: reference('image', 'a stored image') },
  }),
  cache_control: cacheControl,
  transformations: object({ oversized_image: word('downsize', 'error') }),
};

export function documentMembers(kind: PartKind): Readonly<Record<string, Shape>> {
  return {
    source: variant('type', {
      base64: { data: blob('file', kind, 'a document'), media_type: word('application/pdf') },
      text: { data: text(kind), media_type: word('text/plain') },
      content: {
        content: either({
          string: text(kind),
          list: list(variant('type', { text: textMembers(kind), image })),
        }),
      },
      url: { url: source('file', kind) },
      file: { file_id: storedFile },
    }),
    title: text(kind),
    context: text(kind),
    citations: citations(kind),
    cache_control: cacheControl,
  };
}

/** The content of messages and results in the Responses format, and what may stand beside a text. */
import type { PartKind } from '../../governance/interaction.ts';
import {
  blob,
  bytes,
  either,
  figure,
  free,
  label,
  list,
  object,
  reference,
  type Shape,
  source,
  text,
  variant,
  word,
} from './shape.ts';
import { rankedTokens } from './tokens.ts';

const metadata = text('metadata');

export const sealed = bytes('encrypted', 'content that only the provider can open');

const storedImage = reference('image', 'a stored picture');
const storedFile = reference('file', 'a stored file');

export const image = {
  image_url: source('image'),
  file_id: storedImage,
  detail: label('auto', 'low', 'high', 'original'),
  prompt_cache_breakpoint: free('metadata'),
};

function file(kind: PartKind): Readonly<Record<string, Shape>> {
  return {
    file_data: blob('file', kind, 'a file'),
    file_url: source('file', kind),
    file_id: storedFile,
    filename: metadata,
    detail: label('auto', 'low', 'high'),
    prompt_cache_breakpoint: free('metadata'),
  };
}

export function annotationOf(kind: PartKind): Shape {
  const said = text(kind);
  return variant('type', {
    file_citation: { file_id: metadata, filename: said, index: figure },
    url_citation: { title: said, url: said, start_index: figure, end_index: figure },
    container_file_citation: {
      container_id: metadata,
      file_id: metadata,
      filename: said,
      start_index: figure,
      end_index: figure,
    },
    file_path: { file_id: metadata, index: figure },
  });
}

/** One part of a content, whose own texts take `kind`. */
export function contentPart(kind: PartKind): Shape {
  const said = text(kind);
  const input = { text: said, prompt_cache_breakpoint: free('metadata') };
  return variant('type', {
    input_text: input,
    text: input,
    output_text: {
      text: said,
      annotations: list(annotationOf(kind)),
      logprobs: rankedTokens,
      parsed: free(kind),
    },
    refusal: { refusal: said },
    summary_text: { text: text('reasoning') },
    reasoning_text: { text: text('reasoning') },
    input_image: { ...image, image_url: source('image', kind) },
    computer_screenshot: image,
    input_file: file(kind),
    input_audio: {
      input_audio: object({
        data: blob('audio', 'user', 'a recording'),
        format: word('wav', 'mp3'),
      }),
    },
  });
}

export function content(kind: PartKind): Shape {
  return either({ string: text(kind), list: list(contentPart(kind)) });
}

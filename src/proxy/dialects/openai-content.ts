/** The content of messages and results in OpenAI's formats, and what may stand beside a text. */
import type { PartKind, Step, UnjudgedKind } from '../../governance/interaction.ts';
import {
  apart,
  blob,
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
  within,
  word,
} from './shape.ts';
import { sealed } from './sealed.ts';
import { rankedTokens } from './tokens.ts';

const metadata = text('metadata');

/** `earlier`: how the id of an answer that is compared with is read. */
export function cacheOptions(earlier: Shape): Shape {
  return object({
    comparison_response_id: earlier,
    mode: label('auto', 'implicit', 'explicit'),
    ttl: label('30m', '12h'),
  });
}

const cached = { prompt_cache_breakpoint: free('metadata') };

const pictureId = reference('image', 'a stored picture');
const storedFile = reference('file', 'a stored file');

export const image = {
  image_url: source('image'),
  file_id: pictureId,
  detail: label('auto', 'low', 'high', 'original'),
  ...cached,
};

function file(kind: PartKind): Readonly<Record<string, Shape>> {
  return {
    file_data: blob('file', kind, 'a file'),
    file_url: source('file', kind),
    file_id: storedFile,
    filename: metadata,
    detail: label('auto', 'low', 'high'),
    ...cached,
  };
}

export function annotationOf(kind: PartKind): Shape {
  const said = text(kind);
  const places = { start_index: figure, end_index: figure };
  // What an assistant refers to stands one level deeper.
  const cited = { text: said, file_citation: object({ file_id: metadata, quote: said }) };
  const kinds = variant('type', {
    file_citation: { ...places, ...cited, file_id: metadata, filename: said, index: figure },
    url_citation: {
      ...places,
      title: said,
      url: said,
      url_citation: object({ ...places, title: said, url: said, content: said }),
    },
    container_file_citation: {
      ...places,
      container_id: metadata,
      file_id: metadata,
      filename: said,
    },
    file_path: {
      ...places,
      text: said,
      file_id: metadata,
      index: figure,
      file_path: object({ file_id: metadata }),
    },
  });
  return apart(kinds);
}

/** As assistants write it. */
const storedImage = object({
  file_id: pictureId,
  detail: label('auto', 'low', 'high', 'original'),
});

function address(kind: UnjudgedKind, said: PartKind): Shape {
  const url = source(kind, said);
  return either({ string: url, object: object({ url, detail: image.detail }) });
}

/** The kinds of parts of which each holds a text that goes on with what stands before it. */
export const textKinds = ['text', 'input_text', 'output_text'];

/** What stands beside a text. */
export function besideText(kind: PartKind): Readonly<Record<string, Shape>> {
  return {
    annotations: list(annotationOf(kind)),
    logprobs: apart(rankedTokens),
    parsed: apart(free(kind)),
    ...cached,
    cache_control: free('metadata'),
  };
}

/** What is no text, by its kind; servers of one format take the parts of the other. */
function otherParts(kind: PartKind): Readonly<Record<string, Readonly<Record<string, Shape>>>> {
  const thought = text('reasoning');
  return {
    refusal: { refusal: text(kind) },
    summary_text: { text: thought },
    reasoning_text: { text: thought },
    thinking: {
      thinking: either({
        string: thought,
        list: list(
          either({ string: thought, object: variant('type', { text: { text: thought } }) }),
        ),
      }),
    },
    reference: { reference_ids: list(figure) },
    input_image: { ...image, image_url: source('image', kind) },
    computer_screenshot: image,
    image_file: { image_file: storedImage },
    image_url: { image_url: address('image', kind), ...cached },
    video_url: { video_url: address('video', kind), ...cached },
    document_url: { document_url: source('file', kind), document_name: metadata },
    input_file: file(kind),
    file: { file: object({ ...file(kind), format: metadata }), file_id: storedFile, ...cached },
    input_audio: {
      ...cached,
      input_audio: object({
        data: blob('audio', 'user', 'a recording'),
        format: word('wav', 'mp3'),
      }),
    },
  };
}

/** One part of a content, whose own texts take `kind`. */
export function contentPart(kind: PartKind): Shape {
  const said = text(kind);
  // As assistants write it, a text holds what it refers to.
  const value = object({ value: said, annotations: list(annotationOf(kind)) });
  const members = { ...besideText(kind), text: either({ string: said, object: value }) };
  const texts = Object.fromEntries(textKinds.map((name) => [name, members]));
  return within(kind, variant('type', { ...texts, ...otherParts(kind) }));
}

/** Thoughts as servers tell them that pass on those of several providers; `as`: as in `list`. */
export function reasoningDetails(as?: readonly Step[]): Shape {
  const thought = text('reasoning');
  const common = { id: metadata, format: metadata, index: figure, signature: sealed };
  return list(
    variant('type', {
      'reasoning.text': { ...common, text: thought },
      'reasoning.summary': { ...common, summary: thought },
      'reasoning.encrypted': { ...common, data: sealed },
    }),
    as,
  );
}

export function content(kind: PartKind): Shape {
  const said = text(kind);
  return either({ string: said, list: list(either({ string: said, object: contentPart(kind) })) });
}

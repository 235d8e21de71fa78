/** Reads a Gemini request for an answer: its contents, instructions, tools and settings; the model stands in the path. */
import { readObject, type Json } from '../json.ts';
import type { Asked, Target } from './dialect.ts';
import { furtherModel, message, metadata, readField, told } from './gemini-fields.ts';
import { sealed } from './sealed.ts';
import { contentBy, contentOf } from './gemini-parts.ts';
import { toolConfig, tools } from './gemini-tools.ts';
import { readChoices, readModel, readTokensMax, readBody } from './members.ts';
import {
  blob,
  either,
  figure,
  free,
  label,
  list,
  reference,
  schema,
  type Shape,
  text,
} from './shape.ts';
import { Sink } from './sink.ts';
import { conversation, namedRole } from './turns.ts';

const turns = conversation({
  answerRole: 'model',
  read: (turn, role, sink) => contentBy(role)(turn, sink),
});

/** A single content may stand for a list of one. */
export const contents: Shape = (value, sink) => {
  if (Array.isArray(value)) {
    turns(value, sink);
    return;
  }
  const role = namedRole(value);
  sink.role = role;
  contentBy(role)(value, sink);
  sink.role = '';
};

const voiceConfig = message({
  prebuiltVoiceConfig: message({ voiceName: metadata }),
  voice: metadata,
  replicatedVoiceConfig: message({
    mimeType: metadata,
    voiceSampleAudio: blob('audio', 'user', 'a sample of a voice'),
    consentAudio: blob('audio', 'user', 'a recorded consent'),
    voiceConsentSignature: message({ signature: sealed }),
  }),
});

const speechConfig = either({
  string: metadata,
  object: message({
    voiceConfig,
    languageCode: metadata,
    multiSpeakerVoiceConfig: message({
      speakerVoiceConfigs: list(message({ speaker: metadata, voiceConfig })),
    }),
  }),
});

const responseSchema = schema('schema');

/** What a model is to listen for is read by it. */
const phrases = list(text('user'));

const audioTranscriptionConfig = message({
  languageCodes: list(metadata),
  languageAuto: free('metadata'),
  languageHints: free('metadata'),
  customVocabulary: phrases,
  adaptationPhrases: phrases,
  sourceText: text('user'),
  wordTimestamp: figure,
  diarization: figure,
  mode: label('MODE_UNSPECIFIED', 'VERBATIM', 'SMART'),
});

const generationConfig = message({
  stopSequences: list(metadata),
  responseMimeType: label('text/plain', 'application/json', 'text/x.enum'),
  responseSchema,
  responseJsonSchema: responseSchema,
  _responseJsonSchema: responseSchema,
  responseFormat: responseSchema,
  responseModalities: list(label('TEXT', 'IMAGE', 'AUDIO', 'VIDEO', 'MODALITY_UNSPECIFIED')),
  speechConfig,
  routingConfig: message({
    autoMode: free('metadata'),
    manualMode: message({ modelName: furtherModel }),
  }),
  modelSelectionConfig: free('metadata'),
  audioTranscriptionConfig,
  translationConfig: message({ targetLanguageCode: metadata, echoTargetLanguage: figure }),
  imageConfig: told(
    'metadata',
    'aspectRatio imageSize personGeneration outputMimeType imageOutputOptions mimeType prominentPeople',
  ),
  generationOutputConfig: free('metadata'),
  thinkingConfig: told(
    'metadata',
    'includeThoughts thinkingBudget thinkingLevel MINIMAL LOW MEDIUM HIGH THINKING_LEVEL_UNSPECIFIED',
  ),
  mediaResolution: label(
    'MEDIA_RESOLUTION_UNSPECIFIED',
    'MEDIA_RESOLUTION_LOW',
    'MEDIA_RESOLUTION_MEDIUM',
    'MEDIA_RESOLUTION_HIGH',
  ),
  ...Object.fromEntries(
    (
      'temperature topP topK candidateCount maxOutputTokens responseLogprobs logprobs seed ' +
      'presencePenalty frequencyPenalty audioTimestamp enableEnhancedCivicAnswers'
    )
      .split(' ')
      .map((name) => [name, figure]),
  ),
});

const safetySettings = told(
  'metadata',
  'category threshold method HARM_CATEGORY_HARASSMENT HARM_CATEGORY_HATE_SPEECH ' +
    'HARM_CATEGORY_SEXUALLY_EXPLICIT HARM_CATEGORY_DANGEROUS_CONTENT HARM_CATEGORY_CIVIC_INTEGRITY ' +
    'HARM_CATEGORY_UNSPECIFIED HARM_CATEGORY_JAILBREAK BLOCK_NONE BLOCK_ONLY_HIGH OFF SEVERITY ' +
    'BLOCK_MEDIUM_AND_ABOVE BLOCK_LOW_AND_ABOVE HARM_BLOCK_THRESHOLD_UNSPECIFIED PROBABILITY',
);

const tier = label('unspecified', 'standard', 'flex', 'priority');

export const generateMembers: Readonly<Record<string, Shape>> = {
  model: furtherModel,
  contents,
  systemInstruction: either({ string: text('system'), object: contentOf('system') }),
  tools,
  toolConfig,
  generationConfig,
  safetySettings,
  cachedContent: reference('reference', 'content that the provider stored'),
  labels: free('metadata'),
  continuationToken: sealed,
  modelArmorConfig: free('metadata'),
  serviceTier: tier,
  store: figure,
};

const request = message(generateMembers);

export function readGenerate(json: Json | undefined, target: Target, stream: boolean): Asked {
  return readGemini(json, target, request, stream);
}

export function readGemini(
  json: Json | undefined,
  target: Target,
  shape: Shape,
  stream = false,
): Asked {
  const body = readBody(json);
  const sink = new Sink();
  shape(body, sink);
  const turns = readField(body, 'contents');
  const config = readObject(readField(body, 'generationConfig'));
  return {
    model: readModel({ model: target.params.model }),
    furtherModels: sink.models,
    stream,
    outputTokensMax: readTokensMax(config?.maxOutputTokens, config?.max_output_tokens),
    choices: readChoices(config?.candidateCount, config?.candidate_count),
    user: '',
    session: '',
    tools: sink.tools,
    references: sink.references,
    history: Array.isArray(turns) ? turns.length : 1,
    parts: sink.parts,
    unjudged: sink.unjudged,
  };
}

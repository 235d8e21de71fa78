/** Turns configured detectors into models from outside that can be asked, with the credential in its header. */
import type { Detectors } from '../config/detectors.ts';
import { createOutside, type ModelOptions, type Outside } from '../outside/outside.ts';
import type { AskedOutcome } from '../outside/asker.ts';
import type { Address } from '../outside/post.ts';

type Configured = Detectors[string];

/** `onAsked` is told of each text that one was asked about. */
export function toOutside(
  configured: Detectors,
  onAsked: (detector: string, outcome: AskedOutcome, ms: number) => void,
): Outside {
  const detectors = Object.entries(configured).map(([name, detector]) => ({
    ...detector,
    name,
    labels: Object.fromEntries(
      Object.entries(detector.labels).map(([label, { meaning = label, ...rest }]) => [
        label,
        { ...rest, meaning },
      ]),
    ),
    of: toModel(detector),
  }));
  return createOutside({ detectors, onAsked });
}

function toModel(detector: Configured): ModelOptions {
  const { kind, model = '', answerTokensMax } = detector;
  const address = toAddress(detector);
  switch (kind) {
    case 'http':
      return { kind, address };
    case 'moderation':
      return { kind, address, model: detector.model };
    case 'judge':
      return { kind, address, model, tokensMax: answerTokensMax };
    case 'onnx': {
      const { file = '', vocabulary, outputs = [], lowerCase, windowTokensMax, scores } = detector;
      return {
        kind,
        modelFile: file,
        vocabularyFile: vocabulary,
        ...{ lowerCase, scores, outputs },
        tokensMax: windowTokensMax,
        reported: Object.keys(detector.labels),
      };
    }
  }
}

function toAddress(detector: Configured): Address {
  const { url = '', credential, credentialHeader, headers, answerBytesMax } = detector;
  const value = credential?.reveal();
  return {
    url,
    answerBytesMax,
    headers: {
      ...Object.fromEntries(Object.entries(headers).map(([name, one]) => [name, one.reveal()])),
      ...(value !== undefined && {
        [credentialHeader]: credentialHeader === 'authorization' ? `Bearer ${value}` : value,
      }),
    },
  };
}

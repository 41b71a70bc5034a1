import type { ModelFiles } from './model-files.ts';
import type { RecognitionFamily } from './protocol.ts';

/** The part of the library's settings that names the files of a model. */
type Family = (files: ModelFiles, language: string) => Readonly<Record<string, unknown>>;

const TOKENS = /tokens\.txt$/;

const transducer = (files: ModelFiles) => ({
  encoder: files.get(/^encoder.*\.onnx$/, 'file encoder.onnx'),
  decoder: files.get(/^decoder.*\.onnx$/, 'file decoder.onnx'),
  joiner: files.get(/^joiner.*\.onnx$/, 'file joiner.onnx'),
});

/** How the library loads the models of each family. `language`: a code of two or three letters; empty: detect it. */
export const RECOGNITION_FAMILIES: Readonly<Record<RecognitionFamily, Family>> = {
  whisper: (files, language) => ({
    whisper: {
      // linear: names of files are short
      encoder: files.get(/encoder.*\.onnx$/, 'file encoder.onnx'),
      // linear: names of files are short
      decoder: files.get(/decoder.*\.onnx$/, 'file decoder.onnx'),
      language,
      task: 'transcribe',
    },
    tokens: files.get(TOKENS, 'file tokens.txt'),
  }),
  moonshine: (files) => {
    const tokens = files.get(TOKENS, 'file tokens.txt');
    // The second version of the family has one decoder instead of two, and no separate step before the encoder.
    const mergedDecoder = files.find(/^decoder_model_merged.*\.(?:ort|onnx)$/);
    if (mergedDecoder !== undefined) {
      const encoder = files.get(/^encoder_model.*\.(?:ort|onnx)$/, 'file encoder_model.ort');
      return { moonshine: { encoder, mergedDecoder }, tokens };
    }
    return {
      moonshine: {
        preprocessor: files.get(/^preprocess.*\.onnx$/, 'file preprocess.onnx'),
        encoder: files.get(/^encode.*\.onnx$/, 'file encode.onnx'),
        uncachedDecoder: files.get(/^uncached_decode.*\.onnx$/, 'file uncached_decode.onnx'),
        cachedDecoder: files.get(/^cached_decode.*\.onnx$/, 'file cached_decode.onnx'),
      },
      tokens,
    };
  },
  nemo_ctc: (files) => ({
    nemoCtc: { model: files.get(/^model.*\.onnx$/, 'file model.onnx') },
    tokens: files.get(TOKENS, 'file tokens.txt'),
  }),
  nemo_transducer: (files) => ({
    transducer: transducer(files),
    modelType: 'nemo_transducer',
    tokens: files.get(TOKENS, 'file tokens.txt'),
  }),
  sense_voice: (files, language) => ({
    senseVoice: {
      model: files.get(/^model.*\.onnx$/, 'file model.onnx'),
      language,
      useInverseTextNormalization: 1,
    },
    tokens: files.get(TOKENS, 'file tokens.txt'),
  }),
  zipformer: (files) => ({
    transducer: transducer(files),
    modelType: 'transducer',
    tokens: files.get(TOKENS, 'file tokens.txt'),
  }),
};

/** The codes of Whisper for languages that have another code elsewhere. */
const WHISPER_CODES: Readonly<Record<string, string>> = { jv: 'jw', nb: 'no', fil: 'tl' };

/**
 * The language that the settings of a family name. Empty: the model detects it, or has no such setting, so that one loaded
 * model serves all languages.
 */
export function languageSetting(family: RecognitionFamily, locale: string | null): string {
  const language = locale?.split('-', 1)[0] ?? '';
  if (family === 'whisper') return WHISPER_CODES[language] ?? language;
  return family === 'sense_voice' ? language : '';
}

/** The language that a model reports, such as `<|en|>`, with the code that is usual elsewhere. Null if it reports none. */
export function readLanguage(reported: string): string | null {
  const language = /[a-z]{2,3}/.exec(reported)?.[0];
  if (language === undefined) return null;
  return language === WHISPER_CODES.jv ? 'jv' : language;
}

import type { ModelFiles } from './model-files.ts';
import type { SpeechFamily } from './protocol.ts';

/** The library's settings for the files of a model. */
type Family = (files: ModelFiles) => Readonly<Record<string, string>>;

/** The data of the phonemizer, which many models bring along. */
const PHONEMES = 'espeak-ng-data';

/** How the library loads the models of each family. */
export const SPEECH_FAMILIES: Readonly<Record<SpeechFamily, Family>> = {
  vits: (files) => ({
    model: files.get(/\.onnx$/, 'file .onnx'),
    tokens: files.get(/^tokens\.txt$/, 'file tokens.txt'),
    lexicon: files.list(/^lexicon.*\.txt$/),
    dataDir: files.folder(PHONEMES),
  }),
  kokoro: (files) => ({
    model: files.get(/^model.*\.onnx$/, 'file model.onnx'),
    voices: files.get(/^voices\.bin$/, 'file voices.bin'),
    tokens: files.get(/^tokens\.txt$/, 'file tokens.txt'),
    // One dictionary per language; of the two varieties of English, the library takes one.
    lexicon: files.list(/^lexicon-(?!gb-en).*\.txt$/),
    dataDir: files.folder(PHONEMES),
  }),
  kitten: (files) => ({
    model: files.get(/^model.*\.onnx$/, 'file model.onnx'),
    voices: files.get(/^voices\.bin$/, 'file voices.bin'),
    tokens: files.get(/^tokens\.txt$/, 'file tokens.txt'),
    dataDir: files.folder(PHONEMES),
  }),
  matcha: (files) => ({
    acousticModel: files.get(/^model.*\.onnx$/, 'file model-steps-….onnx'),
    vocoder: files.get(/^(?:vocos|hifigan).*\.onnx$/, 'vocoder'),
    tokens: files.get(/^tokens\.txt$/, 'file tokens.txt'),
    lexicon: files.list(/^lexicon.*\.txt$/),
    dataDir: files.folder(PHONEMES),
  }),
  pocket: (files) => ({
    lmFlow: files.get(/^lm_flow.*\.onnx$/, 'file lm_flow.onnx'),
    lmMain: files.get(/^lm_main.*\.onnx$/, 'file lm_main.onnx'),
    encoder: files.get(/^encoder.*\.onnx$/, 'file encoder.onnx'),
    decoder: files.get(/^decoder.*\.onnx$/, 'file decoder.onnx'),
    textConditioner: files.get(/^text_conditioner.*\.onnx$/, 'file text_conditioner.onnx'),
    vocabJson: files.get(/^vocab\.json$/, 'file vocab.json'),
    tokenScoresJson: files.get(/^token_scores\.json$/, 'file token_scores.json'),
  }),
  supertonic: (files) => ({
    durationPredictor: files.get(/^duration_predictor.*\.onnx$/, 'file duration_predictor.onnx'),
    textEncoder: files.get(/^text_encoder.*\.onnx$/, 'file text_encoder.onnx'),
    vectorEstimator: files.get(/^vector_estimator.*\.onnx$/, 'file vector_estimator.onnx'),
    vocoder: files.get(/^vocoder.*\.onnx$/, 'file vocoder.onnx'),
    ttsJson: files.get(/^tts\.json$/, 'file tts.json'),
    unicodeIndexer: files.get(/^unicode_indexer\.bin$/, 'file unicode_indexer.bin'),
    voiceStyle: files.get(/^voice\.bin$/, 'file voice.bin'),
  }),
  zipvoice: (files) => ({
    encoder: files.get(/^encoder.*\.onnx$/, 'file encoder.onnx'),
    decoder: files.get(/^decoder.*\.onnx$/, 'file decoder.onnx'),
    vocoder: files.get(/^vocos.*\.onnx$/, 'vocoder'),
    tokens: files.get(/^tokens\.txt$/, 'file tokens.txt'),
    lexicon: files.list(/^lexicon.*\.txt$/),
    dataDir: files.folder(PHONEMES),
  }),
};

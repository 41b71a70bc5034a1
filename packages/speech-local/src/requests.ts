import { existsSync, readFileSync } from 'node:fs';
import type {
  GenerationSettings,
  OfflineRecognizer,
  OfflineTts,
  OfflineTtsConfig,
  Waveform,
} from 'sherpa-onnx-node';
import { LocalSpeechError } from './errors.ts';
import { type ModelFiles, openModelFiles, requireSameFiles } from './model-files.ts';
import { cutAtPauses, type SpeechPiece } from './pieces.ts';
import type {
  Inspection,
  InspectionRequest,
  ModelFolder,
  Recognition,
  RecognitionFamily,
  RecognitionRequest,
  RecognizedWord,
  SpeechFamily,
  Synthesis,
  SynthesisRequest,
} from './protocol.ts';
import { languageSetting, RECOGNITION_FAMILIES, readLanguage } from './recognition-families.ts';
import { SPEECH_FAMILIES } from './speech-families.ts';
import { groupWords } from './words.ts';

/** The rate and the number of mel bands that recognizers expect. */
const HEARING_RATE = 16_000;
const MEL_BANDS = 80;
/** Whisper hears 30 seconds. The library discards the rest without an error. */
const WHISPER_SECONDS = 28;
/** The steps of models that refine noise into speech. More take longer and sound hardly better. */
const REFINING_STEPS = 5;
const MAX_TEXT_CHARACTERS = 10_000;

type Library = typeof import('sherpa-onnx-node');

let library: Promise<Library> | undefined;

/** The library takes 30 MB of memory, so it is loaded with the first request. */
async function loadLibrary(): Promise<Library> {
  // It is CommonJS, whose exports Node does not all find by name.
  library ??= import('sherpa-onnx-node').then((module) =>
    'default' in module ? (module.default as Library) : module,
  );
  return library;
}

/** The loaded model. The process has one, which stays until another is asked for. */
let loaded: { key: string; model: Promise<OfflineTts | OfflineRecognizer> } | undefined;

async function loadOnce<Model extends OfflineTts | OfflineRecognizer>(
  key: string,
  load: () => Promise<Model>,
): Promise<Model> {
  if (loaded?.key !== key) loaded = { key, model: load() };
  const { model } = loaded;
  try {
    // The key names the kind of the model.
    return (await model) as Model;
  } catch (error) {
    loaded = undefined;
    throw error;
  }
}

function isSpeechFolder(model: ModelFolder): model is ModelFolder<SpeechFamily> {
  return Object.hasOwn(SPEECH_FAMILIES, model.family);
}

function isRecognitionFolder(model: ModelFolder): model is ModelFolder<RecognitionFamily> {
  return Object.hasOwn(RECOGNITION_FAMILIES, model.family);
}

function loadVoice(requested: ModelFolder<SpeechFamily>): Promise<OfflineTts> {
  const { folder, family, threads, digest = '' } = requested;
  return loadOnce(`voice/${family}/${threads}/${digest}/${folder}`, async () => {
    const { OfflineTts: Voice } = await loadLibrary();
    requireSameFiles(requested);
    const settings = SPEECH_FAMILIES[family](openModelFiles(folder));
    const model = { [family]: settings, numThreads: threads, provider: 'cpu', debug: false };
    return Voice.createAsync({ model, maxNumSentences: 1 } satisfies OfflineTtsConfig);
  });
}

function loadRecognizer(
  requested: ModelFolder<RecognitionFamily>,
  language: string,
): Promise<OfflineRecognizer> {
  const { folder, family, threads, digest = '' } = requested;
  return loadOnce(`recognizer/${family}/${threads}/${language}/${digest}/${folder}`, async () => {
    const { OfflineRecognizer: Recognizer } = await loadLibrary();
    requireSameFiles(requested);
    const settings = RECOGNITION_FAMILIES[family](openModelFiles(folder), language);
    return Recognizer.createAsync({
      featConfig: { sampleRate: HEARING_RATE, featureDim: MEL_BANDS },
      modelConfig: { ...settings, numThreads: threads, provider: 'cpu', debug: false },
    });
  });
}

/** Speaks a text. `isAborted` is read between two sentences. */
export async function synthesize(request: SynthesisRequest, isAborted: () => boolean): Promise<Synthesis> {
  const { model, text, speaker, speed, locale_code } = request;
  if (!isSpeechFolder(model)) throw new LocalSpeechError('INVALID_REQUEST', 'The model does not speak.');
  if (!Number.isInteger(speaker) || speaker < 0 || !(speed >= 0.5 && speed <= 2))
    throw new LocalSpeechError('INVALID_REQUEST', 'The speaker or the speed is out of range.');
  if ([...text].length > MAX_TEXT_CHARACTERS)
    throw new LocalSpeechError('INVALID_REQUEST', `A text can have up to ${MAX_TEXT_CHARACTERS} characters.`);
  const voice = await loadVoice(model);
  // The library replaces a speaker that does not exist by the first one.
  if (voice.numSpeakers > 0 && speaker >= voice.numSpeakers)
    throw new LocalSpeechError('INVALID_REQUEST', `The model has ${voice.numSpeakers} speakers.`);
  const { GenerationConfig, readWave } = await loadLibrary();
  const settings: GenerationSettings = { sid: speaker, speed };
  if (model.family === 'supertonic') settings.extra = { lang: languageOf(locale_code) };
  if (model.family === 'supertonic' || model.family === 'pocket' || model.family === 'zipvoice')
    settings.numSteps = REFINING_STEPS;
  if (model.family === 'pocket' || model.family === 'zipvoice') {
    requireSameFiles(model);
    Object.assign(settings, readReference(openModelFiles(model.folder), speaker, readWave));
  }
  let audio: Waveform | undefined;
  try {
    audio = await voice.generateAsync({
      text,
      // Memory of the library must not be freed while a message still holds it.
      enableExternalBuffer: false,
      generationConfig: new GenerationConfig(settings),
      onProgress: () => !isAborted(),
    });
  } catch (error) {
    // The only error that the library reports here: it found nothing to speak. Others end the process.
    if (!(error instanceof Error && error.message.startsWith('TTS generation '))) throw error;
  }
  if (isAborted()) throw new LocalSpeechError('ABORTED', 'The line was aborted.');
  if (!audio || audio.samples.length === 0)
    throw new LocalSpeechError('UNSPEAKABLE', 'The model cannot speak any part of the text.');
  return { samples: toIntegers(audio.samples), sample_rate: audio.sampleRate };
}

/**
 * The recording that a model without speakers of its own imitates: the files `.wav` of its folder, in the order of their
 * names. What a recording says is in a file of the same name with `.txt`.
 */
function readReference(
  files: ModelFiles,
  speaker: number,
  readWave: Library['readWave'],
): Pick<GenerationSettings, 'referenceAudio' | 'referenceSampleRate' | 'referenceText'> {
  const recording = files.listRecordings()[speaker];
  if (recording === undefined)
    throw new LocalSpeechError('INVALID_REQUEST', 'The model has no recording of this speaker.');
  const wave: Waveform = readWave(recording, false);
  const words = recording.replace(/\.wav$/, '.txt');
  let referenceText = '';
  if (existsSync(words)) referenceText = readFileSync(words, 'utf8').trim();
  return { referenceAudio: wave.samples, referenceSampleRate: wave.sampleRate, referenceText };
}

/** Recognizes what is said. `isAborted` is read between two pieces. */
export async function recognize(request: RecognitionRequest, isAborted: () => boolean): Promise<Recognition> {
  const { model, samples, sample_rate, locale_code } = request;
  if (!isRecognitionFolder(model))
    throw new LocalSpeechError('INVALID_REQUEST', 'The model does not recognize speech.');
  const recognizer = await loadRecognizer(model, languageSetting(model.family, locale_code));
  let pieces: SpeechPiece[] = [{ start: 0, samples }];
  if (model.family === 'whisper')
    pieces = cutAtPauses(samples, { sample_rate, max_seconds: WHISPER_SECONDS });
  const texts: string[] = [];
  const words: RecognizedWord[] = [];
  let language: string | null = null;
  for (const piece of pieces) {
    if (isAborted()) throw new LocalSpeechError('ABORTED', 'The recognition was aborted.');
    const stream = recognizer.createStream();
    stream.acceptWaveform({
      samples: Float32Array.from(piece.samples, (sample) => sample / 32_768),
      sampleRate: sample_rate,
    });
    const { text, lang, tokens, timestamps, durations } = await recognizer.decodeAsync(stream);
    language ??= readLanguage(lang);
    if (text.trim() !== '') texts.push(text.trim());
    const offset_ms = Math.round((piece.start * 1_000) / sample_rate);
    const heard = { tokens, timestamps, durations: durations.length > 0 ? durations : undefined };
    for (const { text: word, start_ms, end_ms } of groupWords(heard))
      words.push({ text: word, start_ms: start_ms + offset_ms, end_ms: end_ms + offset_ms });
  }
  return { text: texts.join(' '), words, language };
}

/** Loads a model and says what it reports of itself. */
export async function inspectModel({ model }: InspectionRequest): Promise<Inspection> {
  if (isSpeechFolder(model)) {
    const { numSpeakers, sampleRate } = await loadVoice(model);
    return { speakers: numSpeakers, sample_rate: sampleRate };
  }
  if (!isRecognitionFolder(model))
    throw new LocalSpeechError('INVALID_REQUEST', 'There is no such family of models.');
  await loadRecognizer(model, '');
  return { speakers: null, sample_rate: null };
}

const languageOf = (locale: string): string => locale.split('-', 1)[0] ?? '';

/** Samples beyond full scale are cut off. */
function toIntegers(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) =>
    Math.round(Math.min(32_767, Math.max(-32_768, sample * 32_767))),
  );
}

// Two tiny models for tests and for the offline demo, built from formulas instead of training: a voice that speaks each
// letter as a tone, and a recognizer that hears exactly these tones. The real library runs both, so that a text passes
// through everything that a real model passes through.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeModel } from './onnx.ts';

const SAMPLE_RATE = 16_000;
/** The tone and the silence after it: together a letter. The silence is longer than a window of the recognizer. */
const TONE_SAMPLES = 800;
const LETTER_SAMPLES = 1_360;
/** The tones rise and fall slowly, so that they do not click. */
const FADE_SAMPLES = 80;
const LOUDNESS = 0.5;
/** The mel bands of the recognizer, and the first one with a tone. Every second one has a tone. */
const BANDS = 80;
const FIRST_BAND = 4;

/** The last one is the space between words. */
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz'äöüßéèàñç "];
/** Other signs that sound like a letter. */
const SAME_SOUND: Readonly<Record<string, string>> = {
  ...{ Ä: 'ä', Ö: 'ö', Ü: 'ü', É: 'é', À: 'à', '’': "'" },
  ...{
    á: 'a',
    í: 'i',
    ó: 'o',
    ú: 'u',
    â: 'a',
    ê: 'e',
    î: 'i',
    ô: 'o',
    û: 'u',
    ë: 'e',
    ï: 'i',
    ù: 'u',
    œ: 'o',
  },
};
const SILENT_SIGNS = [...',.;:!?-–—…"()¿¡«»'];

/** How loud the two speakers of the voice are. */
const SPEAKERS = [
  { id: 0, name: 'Tona', gender: 'female', gain: 1 },
  { id: 1, name: 'Basso', gender: 'male', gain: 0.7 },
] as const;

const LANGUAGES = ['en-us', 'en-gb', 'de-de', 'fr-fr', 'es-es'];

/** Writes both models as folders that can be installed: `tiny-voice` and `tiny-ears`. */
export async function writeTinyModels(folder: string): Promise<void> {
  await writeFiles(join(folder, 'tiny-voice'), createVoice());
  await writeFiles(join(folder, 'tiny-ears'), createRecognizer());
}

type ModelFiles = Readonly<Record<string, string | Uint8Array>>;

async function writeFiles(folder: string, files: ModelFiles): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

/** A voice of the family VITS: a table of tones, from which every sign takes its row. */
function createVoice(): ModelFiles {
  const signs = [...LETTERS, ...Object.keys(SAME_SOUND), ...SILENT_SIGNS];
  const tones = new Float32Array(signs.length * LETTER_SAMPLES);
  for (const [row, sign] of signs.entries()) {
    const letter = LETTERS.indexOf(SAME_SOUND[sign] ?? sign);
    // A sign without a letter stays silent.
    if (letter < 0) continue;
    const hertz = findBandCenter(FIRST_BAND + 2 * letter);
    for (let index = 0; index < TONE_SAMPLES; index += 1) {
      const edge = Math.min(1, index / FADE_SAMPLES, (TONE_SAMPLES - index) / FADE_SAMPLES);
      const sample = Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE);
      tones[row * LETTER_SAMPLES + index] = LOUDNESS * edge * sample;
    }
  }
  const model = encodeModel({
    name: 'tiny-voice',
    inputs: [
      { name: 'x', type: 'int64', dims: [1, 'letters'] },
      // The library sends these to every model of the family.
      { name: 'x_length', type: 'int64', dims: [1] },
      { name: 'noise_scale', type: 'float', dims: [1] },
      { name: 'length_scale', type: 'float', dims: [1] },
      { name: 'noise_scale_w', type: 'float', dims: [1] },
      { name: 'sid', type: 'int64', dims: [1] },
    ],
    outputs: [{ name: 'y', type: 'float', dims: [1, 1, 'samples'] }],
    constants: [
      { name: 'tones', dims: [signs.length, LETTER_SAMPLES], values: tones },
      { name: 'gains', dims: [SPEAKERS.length], values: Float32Array.from(SPEAKERS, ({ gain }) => gain) },
      { name: 'shape', dims: [3], values: BigInt64Array.from([1n, 1n, -1n]) },
    ],
    nodes: [
      { operator: 'Gather', inputs: ['tones', 'x'], outputs: ['letters'], attributes: { axis: 0 } },
      { operator: 'Gather', inputs: ['gains', 'sid'], outputs: ['gain'], attributes: { axis: 0 } },
      { operator: 'Mul', inputs: ['letters', 'gain'], outputs: ['spoken'] },
      { operator: 'Reshape', inputs: ['spoken', 'shape'], outputs: ['y'] },
    ],
    metadata: {
      model_type: 'vits',
      comment: 'tiny',
      language: 'English',
      frontend: 'characters',
      add_blank: '0',
      use_eos_bos: '0',
      n_speakers: String(SPEAKERS.length),
      sample_rate: String(SAMPLE_RATE),
    },
  });
  const description = {
    name: 'tiny-voice',
    display_name: 'Tiny tones',
    kind: 'speech',
    family: 'vits',
    languages: LANGUAGES,
    license: 'Apache-2.0',
    sample_rate: SAMPLE_RATE,
    speakers: SPEAKERS.map(({ gain: _, ...speaker }) => speaker),
  };
  return {
    'model.onnx': model,
    // The library reads a line without a sign as the space.
    'tokens.txt': signs.map((sign, id) => `${sign} ${id}\n`).join(''),
    'voiceloom-model.json': `${JSON.stringify(description, null, 2)}\n`,
  };
}

/**
 * A recognizer of the family NeMo CTC. The score of a letter is how far its band is above the average of all bands, so
 * that the loudness does not matter. Below a limit, nothing is heard: the blank, which is the last token.
 */
function createRecognizer(): ModelFiles {
  const tokens = [...LETTERS.map((letter) => (letter === ' ' ? '▁' : letter)), '<blk>'];
  const size = tokens.length;
  const weights = new Float32Array(BANDS * size);
  for (const letter of LETTERS.keys())
    for (let band = 0; band < BANDS; band += 1)
      weights[band * size + letter] = Number(band === FIRST_BAND + 2 * letter) - 1 / BANDS;
  const limits = new Float32Array(size);
  limits[size - 1] = 6;
  const model = encodeModel({
    name: 'tiny-ears',
    inputs: [
      { name: 'audio_signal', type: 'float', dims: ['recordings', BANDS, 'frames'] },
      { name: 'length', type: 'int64', dims: ['recordings'] },
    ],
    outputs: [{ name: 'logprobs', type: 'float', dims: ['recordings', 'frames', size] }],
    constants: [
      { name: 'weights', dims: [BANDS, size], values: weights },
      { name: 'limits', dims: [size], values: limits },
    ],
    nodes: [
      {
        operator: 'Transpose',
        inputs: ['audio_signal'],
        outputs: ['bands'],
        attributes: { perm: [0, 2, 1] },
      },
      { operator: 'MatMul', inputs: ['bands', 'weights'], outputs: ['heights'] },
      { operator: 'Add', inputs: ['heights', 'limits'], outputs: ['scores'] },
      { operator: 'LogSoftmax', inputs: ['scores'], outputs: ['logprobs'], attributes: { axis: 2 } },
    ],
    metadata: {
      model_type: 'EncDecCTCModelBPE',
      vocab_size: String(size - 1),
      subsampling_factor: '1',
      normalize_type: '',
    },
  });
  const description = {
    name: 'tiny-ears',
    display_name: 'Tiny ears',
    kind: 'recognition',
    family: 'nemo_ctc',
    languages: LANGUAGES,
    license: 'Apache-2.0',
    sample_rate: SAMPLE_RATE,
  };
  return {
    'model.onnx': model,
    'tokens.txt': tokens.map((token, id) => `${token} ${id}\n`).join(''),
    'voiceloom-model.json': `${JSON.stringify(description, null, 2)}\n`,
  };
}

/** The frequency in the middle of a band of the Slaney mel scale from 0 to 8 kHz: linear up to 1 kHz, then logarithmic. */
function findBandCenter(band: number): number {
  const melsPerHertz = 3 / 200;
  const step = Math.log(6.4) / 27;
  const topMel = 15 + Math.log(SAMPLE_RATE / 2 / 1_000) / step;
  const mel = (topMel * (band + 1)) / (BANDS + 1);
  if (mel < 15) return mel / melsPerHertz;
  return 1_000 * Math.exp(step * (mel - 15));
}

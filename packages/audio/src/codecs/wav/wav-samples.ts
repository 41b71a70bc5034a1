import { AudioError } from '../../audio-error.ts';

/** Reads one sample at a byte offset as -1 to 1. */
export type SampleReader = (view: DataView, offset: number) => number;

const INTEGER: Record<number, SampleReader> = {
  8: (view, offset) => (view.getUint8(offset) - 128) / 128,
  16: (view, offset) => view.getInt16(offset, true) / 32_768,
  24: (view, offset) => (view.getInt8(offset + 2) * 65_536 + view.getUint16(offset, true)) / 8_388_608,
  32: (view, offset) => view.getInt32(offset, true) / 2_147_483_648,
};

const FLOAT: Record<number, SampleReader> = {
  32: (view, offset) => replaceNonFinite(view.getFloat32(offset, true)),
  64: (view, offset) => replaceNonFinite(view.getFloat64(offset, true)),
};

/** By the code of the format (PCM, float, A-law and mu-law), and by the bits of a sample. */
const BY_TAG: Record<number, Record<number, SampleReader>> = {
  1: INTEGER,
  3: FLOAT,
  6: { 8: (view, offset) => fromALaw(view.getUint8(offset)) },
  7: { 8: (view, offset) => fromMuLaw(view.getUint8(offset)) },
};

/** The reader for samples of a format. Throws if it is not supported. */
export function getSampleReader(tag: number, bits: number): SampleReader {
  const reader = BY_TAG[tag]?.[bits];
  if (!reader) throw new AudioError('unsupported', `WAV format ${tag} with ${bits} bits is not supported.`);
  return reader;
}

// One broken float would turn every later measurement into NaN.
function replaceNonFinite(value: number): number {
  if (Number.isFinite(value)) return value;
  return 0;
}

/** The sample of a mu-law code, from -1 to 1. It inverts all bits: a sign, three bits of exponent and four of mantissa. */
function fromMuLaw(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = (((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4);
  return ((bits & 0x80 ? -1 : 1) * (magnitude - 0x84)) / 32_768;
}

/** The sample of an A-law code, from -1 to 1. It inverts every second bit; the rest is as in mu-law. */
function fromALaw(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits & 0x70) >> 4;
  const mantissa = ((bits & 0x0f) << 4) + (exponent === 0 ? 8 : 0x108);
  const magnitude = exponent > 1 ? mantissa << (exponent - 1) : mantissa;
  return ((bits & 0x80 ? 1 : -1) * magnitude) / 32_768;
}

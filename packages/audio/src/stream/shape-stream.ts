import { findStretch } from '../master/fit.ts';
import {
  fadeLength,
  fadePart,
  findSpeechRange,
  type MasterSettings,
  minPadding,
  planPadding,
  type ShapeReport,
  toFitSettings,
} from '../master/master.ts';
import { createBandFilter } from '../measure/band.ts';
import { toMs } from '../measure/metrics.ts';
import { convertChannels, toSamples } from '../pcm.ts';
import { createResampler } from '../signal/resampler.ts';
import { measureStream } from './measure-stream.ts';
import { type PcmStream, toBlocks } from './pcm-stream.ts';

/** Like `shape`, for a stream. Undefined if the speech must be made faster, which streams cannot do. */
export function shapeStream(
  source: PcmStream,
  settings: MasterSettings,
): { stream: PcmStream; report: ShapeReport } | undefined {
  const { sampleRate, length } = source;
  let range = { from: 0, to: length };
  if (settings.trim_silence) {
    const { frames } = measureStream(source);
    range = findSpeechRange({ frames, sampleRate, length }, settings.pauses);
  }
  const speech_ms = toMs(range.to - range.from, sampleRate);
  const fit = findStretch(speech_ms, toFitSettings(settings), minPadding(settings));
  if (fit.stretch !== 1) return undefined;
  const durations = { source_ms: toMs(length, sampleRate), speech_ms, fitted_ms: speech_ms };
  const { padding, report } = planPadding(settings, { sampleRate, from: range.from, ...durations, fit });
  const before = toSamples(padding.before, sampleRate);
  const after = toSamples(padding.after, sampleRate);
  const channelCount = settings.channels ?? source.channelCount;
  const targetRate = settings.sample_rate ?? sampleRate;
  const paddedLength = before + range.to - range.from + after;
  const shapedLength = Math.max(1, Math.round((paddedLength * targetRate) / sampleRate));
  const shape = { sampleRate: targetRate, channelCount };
  const blocks = () =>
    toBlocks(listPieces(source, settings, { ...range, before, after, channelCount, targetRate }), shape);
  return { stream: { ...shape, length: shapedLength, blocks }, report };
}

interface PieceOptions {
  /** The speech in the source. */
  from: number;
  to: number;
  /** Silence in samples. */
  before: number;
  after: number;
  channelCount: number;
  targetRate: number;
}

/** The shaped audio in pieces of any length. */
function* listPieces(
  source: PcmStream,
  settings: MasterSettings,
  options: PieceOptions,
): Generator<Float32Array[]> {
  const { channelCount, targetRate } = options;
  const { sampleRate } = source;
  const { high_pass_hz = null, low_pass_hz = null } = settings;
  const count = channelCount === 1 || channelCount === 2 ? channelCount : undefined;
  const resampled: Float32Array[][] = Array.from({ length: channelCount }, () => []);
  const resamplers = resampled.map((pieces) =>
    createResampler(sampleRate, targetRate, (samples) => pieces.push(samples)),
  );
  const filters = resampled.map(() => createBandFilter(targetRate, { high_pass_hz, low_pass_hz }));
  const filterPiece = (channels: Float32Array[]): Float32Array[] =>
    channels.map((channel, index) => filters[index]?.(channel) ?? channel);
  /** What the resamplers have returned, which is of the same length for all channels. */
  const takeResampled = (): Float32Array[][] => {
    const [first = []] = resampled;
    const pieces = first.map((_, piece) => resampled.map((channel) => channel[piece] ?? new Float32Array()));
    for (const channel of resampled) channel.length = 0;
    return pieces;
  };
  for (const channels of listPadded(source, settings, options)) {
    let piece = channels;
    if (count !== undefined) piece = convertChannels({ channels, sampleRate }, count).channels;
    if (targetRate === sampleRate) yield filterPiece(piece);
    else {
      for (const [index, channel] of piece.entries()) resamplers[index]?.push(channel);
      for (const one of takeResampled()) yield filterPiece(one);
    }
  }
  if (targetRate === sampleRate) return;
  for (const resampler of resamplers) resampler.end();
  for (const one of takeResampled()) yield filterPiece(one);
}

/** The speech of the source with its fades, between silence. */
function* listPadded(
  source: PcmStream,
  { fade_ms }: MasterSettings,
  { from, to, before, after }: PieceOptions,
): Generator<Float32Array[]> {
  const { sampleRate, channelCount } = source;
  const createSilence = (length: number) =>
    Array.from({ length: channelCount }, () => new Float32Array(length));
  if (before > 0) yield createSilence(before);
  const length = to - from;
  const fade = fadeLength(length, toSamples(fade_ms, sampleRate));
  let position = 0;
  for (const block of source.blocks()) {
    const start = Math.max(0, from - position);
    const end = Math.min(block[0]?.length ?? 0, to - position);
    if (end > start) {
      const piece = block.map((channel) => channel.slice(start, end));
      if (fade > 0)
        for (const samples of piece) fadePart(samples, { at: position + start - from, length, fade });
      yield piece;
    }
    position += block[0]?.length ?? 0;
  }
  if (after > 0) yield createSilence(after);
}

import { type LinePart, splitAtBreaks } from '@voiceloom/text';
import { joinResults, toTake } from './join-results.ts';
import { partContext } from './parts.ts';
import type { SpeechPauses, SpeechProvider, SpeechRequest, SpeechResult } from './provider.ts';
import { AUDIBLE, type Take } from './take.ts';

/** A line with breaks, as far as it is spoken. A retry does not pay again for its finished texts. */
interface Progress {
  requests: SpeechRequest[];
  results: SpeechResult[];
}

/** What is 50 dB softer than the loudest sample is inaudible beside it. */
const AUDIBLE_SHARE = 0.003;
/** A sound that is cut off at a break fades within this time, which is part of the break. */
const FADE_MS = 5;

/**
 * A provider whose breaks are silence of exactly their length, whatever its model makes of them. The texts between breaks
 * are spoken one by one, and the silence goes between the last and the first sound.
 */
export function withBreaks(provider: SpeechProvider): SpeechProvider {
  const unfinishedRequests = new WeakMap<SpeechRequest, Progress>();
  /** Has the members of the provider, of which some are computed when they are read. */
  const breakingProvider: SpeechProvider = Object.create(provider);
  breakingProvider.synthesize = async (request, signal) => {
    const { parts, is_limited } = splitAtBreaks(request.text);
    if (parts.length === 1 && !is_limited) return provider.synthesize(request, signal);
    const texts = listTexts(parts);
    const progress = unfinishedRequests.get(request) ?? {
      requests: texts.map((text, index) => ({
        ...request,
        text,
        context: partContext(texts, index, request.context),
        idempotency_key: `${request.idempotency_key}/${index}`,
      })),
      results: [],
    };
    unfinishedRequests.set(request, progress);
    const { requests, results } = progress;
    for (const partRequest of requests.slice(results.length))
      results.push(await provider.synthesize(partRequest, signal));
    unfinishedRequests.delete(request);
    const result = joinResults(results, insertBreaks(parts, results));
    const pauses = measurePauses(parts);
    if (pauses) result.pauses = pauses;
    if (is_limited) result.dropped = [...new Set([...result.dropped, 'markup.break'])];
    return result;
  };
  const { countUnits } = provider;
  if (countUnits)
    breakingProvider.countUnits = (request) =>
      listTexts(splitAtBreaks(request.text).parts).reduce(
        (sum, text) => sum + countUnits({ ...request, text }),
        0,
      );
  return breakingProvider;
}

const listTexts = (parts: readonly LinePart[]): string[] =>
  parts.flatMap((part) => ('text' in part ? [part.text] : []));

function measurePauses(parts: readonly LinePart[]): SpeechPauses | undefined {
  const lengths = parts.map((part) => ('text' in part ? 0 : part.break_ms));
  const total_ms = lengths.reduce((sum, length) => sum + length, 0);
  if (total_ms === 0) return undefined;
  const longest_inner_ms = Math.max(0, ...lengths.slice(1, -1));
  return { lead_ms: lengths[0] ?? 0, tail_ms: lengths.at(-1) ?? 0, longest_inner_ms, total_ms };
}

/** The audio of each part: the texts without the silence at their breaks, and the breaks. */
function insertBreaks(parts: readonly LinePart[], results: readonly SpeechResult[]): Take[] {
  const sample_rate = results[0]?.sample_rate ?? 0;
  const fade = Math.round((FADE_MS / 1_000) * sample_rate);
  const speech = results.values();
  return parts.map((part, index): Take => {
    if ('break_ms' in part) {
      // The fades of the texts beside it are part of the break.
      const fades = fade * (Number(index > 0) + Number(index + 1 < parts.length));
      const length = Math.max(0, Math.round((part.break_ms / 1_000) * sample_rate) - fades);
      return { samples: new Int16Array(length), sample_rate, duration_ms: 0, words: [] };
    }
    const result = speech.next().value;
    if (!result) throw new Error('a text of a line was not spoken');
    const take = toTake(result);
    const { from, to } = findAudible(take.samples);
    const start = index > 0 ? from - fade : 0;
    const end = index + 1 < parts.length ? to + fade : take.samples.length;
    return cutTake(take, { start, end, fade });
  });
}

/** The first audible sample, and the one after the last. */
function findAudible(samples: Int16Array): { from: number; to: number } {
  const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
  const threshold = Math.max(AUDIBLE, peak * AUDIBLE_SHARE);
  const isAudible = (sample: number): boolean => Math.abs(sample) > threshold;
  return { from: Math.max(0, samples.findIndex(isAudible)), to: samples.findLastIndex(isAudible) + 1 };
}

/** The part of a take from `start` to `end`, which may lie outside of it, with a fade at each end that is cut. */
function cutTake(take: Take, cut: { start: number; end: number; fade: number }): Take {
  const { start, end, fade } = cut;
  const { sample_rate } = take;
  const samples = new Int16Array(end - start);
  const from = Math.max(0, start);
  samples.set(take.samples.subarray(from, end), from - start);
  for (let index = 0; index < Math.min(fade, samples.length); index++) {
    const gain = index / fade;
    const last = samples.length - 1 - index;
    if (start !== 0) samples[index] = Math.round((samples[index] ?? 0) * gain);
    if (end !== take.samples.length) samples[last] = Math.round((samples[last] ?? 0) * gain);
  }
  const toMs = (length: number): number => Math.round((length * 1_000) / sample_rate);
  const duration_ms = toMs(samples.length);
  const move = (ms: number): number => Math.min(duration_ms, Math.max(0, ms - toMs(start)));
  const words = take.words.map(({ text, start_ms, end_ms }) => {
    return { text, start_ms: move(start_ms), end_ms: move(end_ms) };
  });
  return { ...take, samples, duration_ms, words };
}

import type { LineFailure, ProviderAnswers } from '../../../db/rows.ts';
import { SpeechError, type SpeechRequest, type SpeechResult } from '../../../providers/speech/index.ts';
import { joinTakes, monoOf } from '../../../providers/speech/wav.ts';
import { type ChunkContext, NodeFailure } from '../../model.ts';
import { callProvider, isTimeout, type LineBudget } from '../../provider-calls/call-provider.ts';
import type { ProviderNote } from '../../routing/provider-health.ts';
import type { Speaker } from './speaker.ts';
import type { SynthesisTask } from './synthesis-task.ts';

/** The calls for one line so far: their errors, and the time at the provider without waits for a slot. */
interface SpeechTally {
  answers: ProviderAnswers;
  latency_ms: number;
}

export type SpeechCallResult = SpeechTally & ({ result: SpeechResult } | { error: LineFailure });

/** The run that makes the call. */
interface SpeechCall extends Pick<ChunkContext, 'app' | 'run' | 'signal'> {
  /** There is no fallback, so the call waits for an unavailable provider. */
  waitsForRecovery: boolean;
}

/** Synthesizes a text in one call, or in parts that become one take. */
export async function callInParts(
  speaker: Speaker,
  request: SpeechRequest,
  { parts, ...call }: SpeechCall & { parts: readonly string[] | undefined },
): Promise<SpeechCallResult> {
  const tally = { answers: {}, latency_ms: 0 };
  const shared = { ...call, tally, text_length: request.text.length };
  if (!parts) return callSpeech(speaker, request, shared);
  const results: SpeechResult[] = [];
  const budget = { spent_ms: 0 };
  for (const [index, text] of parts.entries()) {
    const idempotency_key = `${request.idempotency_key}/${index}`;
    const called = await callSpeech(speaker, { ...request, text, idempotency_key }, { ...shared, budget });
    if ('error' in called) return called;
    results.push(called.result);
  }
  return { ...tally, result: joined(results) };
}

function joined(results: readonly SpeechResult[]): SpeechResult {
  const takes = results.map(({ audio, duration_ms, words }) => ({ ...monoOf(audio), duration_ms, words }));
  const [first] = results;
  const said = results.map(({ spoken_text }) => spoken_text);
  const syllables = results.map((result) => result.syllables);
  const billed = results.flatMap((result) => result.billed ?? []);
  const [unit] = billed;
  return {
    ...joinTakes(takes),
    format: 'wav',
    spoken_text: said.includes(null) ? null : said.join(' '),
    syllables: syllables.includes(null)
      ? null
      : syllables.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    request_id: first?.request_id ?? null,
    dropped: [...new Set(results.flatMap((result) => result.dropped))],
    ...(unit && { billed: { unit: unit.unit, amount: billed.reduce((sum, { amount }) => sum + amount, 0) } }),
  };
}

const LINE_DEADLINE_MS = 120_000;
/** Providers have their own deadline per request, and a long line takes several requests. */
const PARTNER_DEADLINE_MS = 900_000;
/** The time limit per character of a long text: about a third of its speaking time. */
const MS_PER_CHARACTER = 20;

interface LineCall extends SpeechCall {
  tally: SpeechTally;
  /** The length of the whole line, of which the request may be a part. */
  text_length: number;
  /** Shared by the parts of one line. */
  budget?: LineBudget;
}

/** Returns an error of the line. Throws an error of the account, which ends the run. */
async function callSpeech(
  speaker: Speaker,
  request: SpeechRequest,
  { tally, text_length, ...call }: LineCall,
): Promise<SpeechCallResult> {
  const waiting = {
    ...call,
    deadline_ms: speaker.lane ? PARTNER_DEADLINE_MS : LINE_DEADLINE_MS,
    least_ms: Math.min(PARTNER_DEADLINE_MS, text_length * MS_PER_CHARACTER),
    onFault: (kind: SpeechError['kind']) => {
      tally.answers[kind] = (tally.answers[kind] ?? 0) + 1;
    },
  };
  try {
    const result = await callProvider(speaker, waiting, async (signal) => {
      const begun = performance.now();
      const made = await speaker.provider.synthesize(request, signal);
      tally.latency_ms += performance.now() - begun;
      return made;
    });
    return { ...tally, result };
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    return { ...tally, error: failureOf(speaker, error) };
  }
}

function failureOf({ provider }: Speaker, { kind, message, cause }: SpeechError): LineFailure {
  if (kind === 'invalid_input' || kind === 'unsupported') return { code: kind, message };
  if (kind === 'auth' || kind === 'quota' || kind === 'gone')
    throw new NodeFailure(`provider_${kind}`, `${provider.id}: ${message}`);
  const code = isTimeout(cause) ? 'provider_timeout' : `provider_${kind}`;
  return { code, message: `${provider.id}: ${message}` };
}

/** Errors that count as failures of the provider: all but those of the text and of the concurrency limit. */
const FAULTS = ['transient', 'busy', 'auth', 'quota', 'gone', 'unsupported'];

/** The health statistics entry of a call. */
export function noteOf(task: SynthesisTask, called: SpeechCallResult): ProviderNote {
  const failed = FAULTS.reduce((sum, kind) => sum + (called.answers[kind] ?? 0), 0);
  const takes = 'result' in called ? 1 : 0;
  return {
    ...noteOfFailures(task, failed),
    asked: failed + takes,
    takes,
    latency_ms: Math.round(called.latency_ms),
  };
}

/** The health statistics of calls without a take. After an error of the key, account or model, no take was possible. */
export function noteOfFailures({ speaker, work }: SynthesisTask, failed: number): ProviderNote {
  const place = {
    provider: speaker.provider.id,
    model: speaker.model.id,
    locale_code: work.line.locale_code,
  };
  return { ...place, asked: failed, failed, takes: 0, refused: 0, latency_ms: 0 };
}

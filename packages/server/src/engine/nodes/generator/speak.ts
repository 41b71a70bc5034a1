import type { ResolvedControls } from '@voiceloom/contract';
import { withoutRecordings } from '@voiceloom/text';
import type { LineFailure, ProviderAnswers, ProviderTrouble } from '../../../db/rows.ts';
import { SpeechError, type SpeechRequest, type SpeechResult } from '../../../providers/speech/index.ts';
import { partContext } from '../../../providers/speech/parts.ts';
import { joinTakes, monoOf } from '../../../providers/speech/wav.ts';
import { controlsWithNote } from '../../casting/review-notes.ts';
import { bestStoredTakes } from '../../casting/takes.ts';
import { digestParts } from '../../digest.ts';
import { NodeFailure, type Outcome } from '../../model.ts';
import type { ChunkContext } from '../../node-types.ts';
import {
  callProvider,
  isTimeout,
  type LineBudget,
  MAX_UNUSABLE_CALLS,
  type ProviderCall,
} from '../../provider-calls/call-provider.ts';
import { isRefused } from '../../provider-calls/provider-keys.ts';
import type { ProviderOutcome } from '../../routing/provider-health.ts';
import { createAudioId, measuredFacts, storeAudio } from '../../runs/stored-audio.ts';
import { droppedRecording } from '../../speech-text/dictionary.ts';
import { withRecordings } from '../../speech-text/recordings.ts';
import { seedOf } from './retry-strategies.ts';
import type { Speaker } from './speaker.ts';
import { reuse, type SynthesisTask } from './synthesis-task.ts';

/** The takes that fallbacks made for the lines of a chunk, by request key. */
export type FallbackTakes = Map<string, string>;

/**
 * Makes the next take of a line. If the provider rejects a change, the line is spoken without it.
 * `made`: the takes that fallbacks made for the chunk, which may not be committed yet. Undefined if takes may not be
 * reused.
 */
export async function speakOrFallBack(
  context: ChunkContext,
  task: SynthesisTask,
  fallbackTakes: FallbackTakes | undefined,
): Promise<Outcome> {
  const unusable = { calls: 0 };
  const outcome = await speakWithFallback(context, { ...task, unusable }, fallbackTakes);
  const { error, notes = [] } = outcome;
  if (!task.as_cast || error?.code !== 'invalid_input') return outcome;
  const { troubles = [] } = error;
  return speakWithFallback(context, { ...task.as_cast, unusable, troubles, notes }, fallbackTakes);
}

/**
 * Calls the speaker, and its fallback if the speaker is unavailable or fails for a reason other than the
 * line.
 */
async function speakWithFallback(
  context: ChunkContext,
  task: SynthesisTask,
  fallbackTakes: FallbackTakes | undefined,
): Promise<Outcome> {
  const { fallback, unusable } = task;
  if (!fallback) return speakLine(context, task);
  let { troubles, notes } = task;
  if (!task.speaker.limiter?.isOpen() && !isRefused(task.speaker)) {
    const outcome = await speakOrReport(context, task);
    const code = outcome.error?.code;
    const isOfProvider = code?.startsWith('provider_') || code === 'unsupported';
    if (!isOfProvider || (unusable?.calls ?? 0) >= MAX_UNUSABLE_CALLS) return outcome;
    troubles = outcome.error?.troubles;
    notes = outcome.notes;
  }
  let takeId = fallbackTakes?.get(lineTakeKey(fallback));
  if (fallbackTakes && takeId === undefined) {
    const request = { key: fallback.key, max_duration_ms: task.work.line.max_duration_ms };
    const [stored] = await bestStoredTakes(context.app.db, context.run.workspace_id, [request]);
    takeId = stored?.id;
  }
  if (takeId) return { ...reuse(fallback, takeId), notes: notes ?? [] };
  const outcome = await speakWithFallback(context, { ...fallback, unusable, troubles, notes }, fallbackTakes);
  if (outcome.audio) fallbackTakes?.set(lineTakeKey(fallback), outcome.audio.id);
  return outcome;
}

function lineTakeKey({ key, work }: SynthesisTask): string {
  return `${key.toString('hex')}/${work.line.max_duration_ms}`;
}

/** Makes a take. An error that would end the run becomes the outcome, because a fallback can speak the line. */
async function speakOrReport(context: ChunkContext, task: SynthesisTask): Promise<Outcome> {
  try {
    return await speakLine(context, task);
  } catch (error) {
    // A rejected key, an exhausted account, or a model that no longer exists.
    if (!(error instanceof NodeFailure)) throw error;
    const { code, message } = error;
    const answers = { [code.replace('provider_', '')]: 1 };
    const troubles = [...(task.troubles ?? []), { provider: task.speaker.provider.id, answers }];
    const notes = [...(task.notes ?? []), createFailureNote(task, 1)];
    return { port: 'error', error: { code, message, troubles }, notes };
  }
}

/** Makes one take: calls the provider, measures and stores the audio, and describes it for the settlement. */
async function speakLine(context: ChunkContext, task: SynthesisTask): Promise<Outcome> {
  const { speaker } = task;
  const { line, input_id } = task.work;
  const { credentials } = speaker;
  const { app, run, node, iteration, signal, first, aside } = context;
  const seed = speaker.model.takes_seed ? seedOf(context, task.work) : undefined;
  const note = run.retry?.noteFor(line);
  const settings = { ...task.part.controls, ...line.controls };
  const resolved = controlsWithNote(speaker.model, settings, { direction: line.direction, note });
  const hasNote = note !== undefined && !resolved.dropped.includes('note');
  const hasControls = Object.keys(resolved.controls).length > 0;
  const request: SpeechRequest = {
    model: speaker.model.id,
    provider_voice_id: task.part.voice.provider_voice_id,
    locale_code: line.locale_code,
    text: withoutRecordings(task.text),
    speed: task.part.speed,
    pitch: task.part.pitch,
    idempotency_key: [run.id, line.no, node.id, iteration, input_id].join('/'),
  };
  if (hasControls) request.controls = resolved.controls;
  if (credentials) request.credentials = credentials;
  if (seed !== undefined) request.seed = seed;
  if (task.context && speaker.model.takes_context) request.context = task.context;
  const waitsForRecovery = task.fallback === undefined;
  const parts = task.change?.sentences?.map(withoutRecordings);
  const unusable = task.unusable ?? { calls: 0 };
  const call = { app, run, signal, first, aside, waitsForRecovery, unusable, parts };
  const callResult = await callInParts(speaker, request, call);
  const notes = [...(task.notes ?? []), createNote(task, callResult)];
  const troubles = collectTroubles(task, callResult);
  if ('error' in callResult) {
    const error = { ...callResult.error };
    if (troubles) error.troubles = troubles;
    return { port: 'error', error, notes };
  }
  signal.throwIfAborted();
  const wording = { text: task.text, locale_code: line.locale_code, read: task.recordings };
  const { result: speech, isFinal } = await withRecordings(context, callResult.result, wording);
  const measurements = await app.audio.inspect(speech.audio, signal);
  signal.throwIfAborted();
  const id = createAudioId(context, task.work);
  const { syllables, words, spoken_text, format } = speech;
  const { characters, uses, cost: credits } = task;
  // Other runs must not find this take if they could read recordings that this run could not, or if a note
  // requested a different take.
  let own_key: Buffer | undefined;
  if (!isFinal) own_key = digestParts('unrecorded', id);
  else if (hasNote) own_key = digestParts('noted', task.key.toString('hex'), note);
  const fallback_take_key = own_key ? undefined : task.fallback_take_key;
  const audio = await storeAudio(
    context,
    { bytes: speech.audio, measured: measurements },
    {
      id,
      kind: 'take',
      take_id: id,
      reuse_key: own_key ?? task.key,
      provider: speaker.provider.id,
      model: speaker.model.id,
      voice_id: task.part.voice.id,
      settings: takeSettings(task, speech, { seed, troubles, resolved }),
      locale_code: line.locale_code,
      spoken_text,
      characters,
      credits,
      format,
      facts: { ...measuredFacts(measurements), syllables, words },
    },
  );
  return { port: 'audio', output_id: id, audio, characters, credits, uses, fallback_take_key, notes };
}

/** Errors before this take, from its speaker and from speakers that were called earlier. */
function collectTroubles(task: SynthesisTask, { answers }: SpeechCallResult): ProviderTrouble[] | undefined {
  const troubles = [...(task.troubles ?? [])];
  if (Object.keys(answers).length > 0) troubles.push({ provider: task.speaker.provider.id, answers });
  return troubles.length > 0 ? troubles : undefined;
}

interface TakeFacts {
  seed: number | undefined;
  troubles: ProviderTrouble[] | undefined;
  resolved: ResolvedControls;
}

/** How a take was made, except for values with their own columns. */
function takeSettings(task: SynthesisTask, speech: SpeechResult, facts: TakeFacts): object {
  const { part, change, context, skipped, speaker, unhonored, work } = task;
  const { seed, troubles, resolved } = facts;
  const dropped = [...speech.dropped, ...resolved.dropped, ...unhonored.map(droppedRecording)];
  if (context && !speaker.model.takes_context) dropped.push('context');
  const settings: Record<string, unknown> = { speed: part.speed, pitch: part.pitch, dropped };
  if (Object.keys(resolved.controls).length > 0) settings.controls = resolved.controls;
  if (seed !== undefined) settings.seed = seed;
  if (speech.billed) settings.billed = speech.billed;
  if (speech.request_id) settings.request_id = speech.request_id;
  if (troubles) settings.troubles = troubles;
  if (change) settings.strategy = change.strategy;
  if (work.line.max_duration_ms !== null) settings.max_duration_ms = work.line.max_duration_ms;
  if (skipped) settings.skipped = skipped;
  if (change?.text !== undefined) settings.text = withoutRecordings(change.text);
  return settings;
}

/** The calls for one line so far: their errors, and the time at the provider without waits for a slot. */
interface SpeechTally {
  answers: ProviderAnswers;
  latency_ms: number;
}

type SpeechCallResult = SpeechTally & ({ result: SpeechResult } | { error: LineFailure });

/** The run that makes the call. */
interface SpeechCall extends Pick<ProviderCall, 'app' | 'run' | 'signal' | 'first' | 'aside' | 'unusable'> {
  /** There is no fallback, so the call waits for an unavailable provider. */
  waitsForRecovery: boolean;
}

/** Synthesizes a text in one call, or in parts that become one take. */
export async function callInParts(
  speaker: Speaker,
  request: SpeechRequest,
  { parts, ...call }: SpeechCall & { parts?: readonly string[] | undefined },
): Promise<SpeechCallResult> {
  const tally = { answers: {}, latency_ms: 0 };
  const shared = { ...call, tally, text_length: request.text.length };
  if (!parts) return callSpeech(speaker, request, shared);
  const results: SpeechResult[] = [];
  const budget = { spent_ms: 0 };
  for (const [index, text] of parts.entries()) {
    const idempotency_key = `${request.idempotency_key}/${index}`;
    const context = partContext(parts, index, request.context);
    const part = { ...request, text, context, idempotency_key };
    const callResult = await callSpeech(speaker, part, { ...shared, budget });
    if ('error' in callResult) return callResult;
    results.push(callResult.result);
  }
  return { ...tally, result: joinResults(results) };
}

function joinResults(results: readonly SpeechResult[]): SpeechResult {
  const takes = results.map(({ audio, duration_ms, words }) => ({ ...monoOf(audio), duration_ms, words }));
  const [first] = results;
  const texts = results.map(({ spoken_text }) => spoken_text);
  const syllables = results.map((result) => result.syllables);
  const billed = results.flatMap((result) => result.billed ?? []);
  const [unit] = billed;
  return {
    ...joinTakes(takes),
    format: 'wav',
    spoken_text: texts.includes(null) ? null : texts.join(' '),
    syllables: syllables.includes(null)
      ? null
      : syllables.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    request_id: first?.request_id ?? null,
    dropped: [...new Set(results.flatMap((result) => result.dropped))],
    ...(unit && { billed: { unit: unit.unit, amount: billed.reduce((sum, { amount }) => sum + amount, 0) } }),
  };
}

const LINE_DEADLINE_MS = 120_000;
/** Long, because providers have their own deadline per request, and a long line needs several requests. */
const PARTNER_DEADLINE_MS = 900_000;
/** The time limit per character of a long text: about a third of its speaking time. */
const MS_PER_CHARACTER = 20;

/**
 * Returns an error of the line. Throws an error of the account, which ends the run. The parts of one line share the
 * budget; `text_length` is that of the whole line.
 */
async function callSpeech(
  speaker: Speaker,
  request: SpeechRequest,
  {
    tally,
    text_length,
    ...call
  }: SpeechCall & { tally: SpeechTally; text_length: number; budget?: LineBudget },
): Promise<SpeechCallResult> {
  const waiting = {
    ...call,
    deadline_ms: speaker.limiter ? PARTNER_DEADLINE_MS : LINE_DEADLINE_MS,
    least_ms: Math.min(PARTNER_DEADLINE_MS, text_length * MS_PER_CHARACTER),
    onFault: (kind: SpeechError['kind']) => {
      tally.answers[kind] = (tally.answers[kind] ?? 0) + 1;
    },
  };
  try {
    const result = await callProvider(speaker, waiting, async (signal) => {
      const startedAt = performance.now();
      const speech = await speaker.provider.synthesize(request, signal);
      tally.latency_ms += performance.now() - startedAt;
      return speech;
    });
    return { ...tally, result };
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    return { ...tally, error: toLineFailure(speaker, error) };
  }
}

function toLineFailure({ provider }: Speaker, { kind, message, cause }: SpeechError): LineFailure {
  if (kind === 'invalid_input' || kind === 'unsupported') return { code: kind, message };
  if (kind === 'auth' || kind === 'quota' || kind === 'gone')
    throw new NodeFailure(`provider_${kind}`, `${provider.id}: ${message}`);
  const code = isTimeout(cause) ? 'provider_timeout' : `provider_${kind}`;
  return { code, message: `${provider.id}: ${message}` };
}

/** Errors that count as failures of the provider: all but those of the text and of the concurrency limit. */
const PROVIDER_ERRORS = ['transient', 'unusable', 'busy', 'auth', 'quota', 'gone', 'unsupported'];

/** The health statistics entry of a call. */
function createNote(task: SynthesisTask, callResult: SpeechCallResult): ProviderOutcome {
  const failed = PROVIDER_ERRORS.reduce((sum, kind) => sum + (callResult.answers[kind] ?? 0), 0);
  const takes = 'result' in callResult ? 1 : 0;
  return {
    ...createFailureNote(task, failed),
    calls: failed + takes,
    takes,
    latency_ms: Math.round(callResult.latency_ms),
  };
}

/** The health statistics of calls without a take. After an error of the key, account or model, no take was possible. */
function createFailureNote({ speaker, work }: SynthesisTask, failed: number): ProviderOutcome {
  const place = {
    provider: speaker.provider.id,
    model: speaker.model.id,
    locale_code: work.line.locale_code,
  };
  return { ...place, calls: failed, failed, takes: 0, rejected: 0, latency_ms: 0 };
}

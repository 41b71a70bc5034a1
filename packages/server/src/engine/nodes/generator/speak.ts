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
  made: FallbackTakes | undefined,
): Promise<Outcome> {
  const unusable = { calls: 0 };
  const outcome = await speakWithFallback(context, { ...task, unusable }, made);
  const { error, notes = [] } = outcome;
  if (!task.as_cast || error?.code !== 'invalid_input') return outcome;
  const { troubles = [] } = error;
  return speakWithFallback(context, { ...task.as_cast, unusable, troubles, notes }, made);
}

/**
 * Calls the speaker, and its fallback if the speaker is unavailable or fails for a reason other than the
 * line.
 */
async function speakWithFallback(
  context: ChunkContext,
  task: SynthesisTask,
  made: FallbackTakes | undefined,
): Promise<Outcome> {
  const { fallback, unusable } = task;
  if (!fallback) return speakLine(context, task);
  let { troubles, notes } = task;
  if (!task.speaker.limiter?.isOpen() && !isRefused(task.speaker)) {
    const outcome = await tried(context, task);
    if (!needsFallback(outcome) || (unusable?.calls ?? 0) >= MAX_UNUSABLE_CALLS) return outcome;
    troubles = outcome.error?.troubles;
    notes = outcome.notes;
  }
  const kept = made && (made.get(lineTakeKey(fallback)) ?? (await storedByFallback(context, fallback)));
  if (kept) return { ...reuse(fallback, kept), notes: notes ?? [] };
  const outcome = await speakWithFallback(context, { ...fallback, unusable, troubles, notes }, made);
  if (outcome.audio) made?.set(lineTakeKey(fallback), outcome.audio.id);
  return outcome;
}

const lineTakeKey = ({ key, work }: SynthesisTask): string =>
  `${key.toString('hex')}/${work.line.max_duration_ms}`;

function needsFallback({ error }: Outcome): boolean {
  return error !== undefined && (error.code.startsWith('provider_') || error.code === 'unsupported');
}

async function tried(context: ChunkContext, task: SynthesisTask): Promise<Outcome> {
  try {
    return await speakLine(context, task);
  } catch (error) {
    // A rejected key, an exhausted account, or a model that no longer exists.
    if (!(error instanceof NodeFailure)) throw error;
    const { code, message } = error;
    const answers = { [code.replace('provider_', '')]: 1 };
    const troubles = [...(task.troubles ?? []), { provider: task.speaker.provider.id, answers }];
    const notes = [...(task.notes ?? []), noteOfFailures(task, 1)];
    return { port: 'error', error: { code, message, troubles }, notes };
  }
}

async function storedByFallback(
  context: ChunkContext,
  { key, work }: SynthesisTask,
): Promise<string | undefined> {
  const { max_duration_ms } = work.line;
  const [stored] = await bestStoredTakes(context.app.db, context.run.workspace_id, [
    { key, max_duration_ms },
  ]);
  return stored?.id;
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
  const directed = controlsWithNote(speaker.model, settings, { direction: line.direction, note });
  const hasNote = note !== undefined && !directed.dropped.includes('note');
  const hasControls = Object.keys(directed.controls).length > 0;
  const request: SpeechRequest = {
    model: speaker.model.id,
    provider_voice_id: task.part.voice.provider_voice_id,
    locale_code: line.locale_code,
    text: withoutRecordings(task.text),
    speed: task.part.speed,
    pitch: task.part.pitch,
    idempotency_key: [run.id, line.no, node.id, iteration, input_id].join('/'),
    ...(hasControls && { controls: directed.controls }),
    ...(credentials && { credentials }),
    ...(seed !== undefined && { seed }),
    ...(task.context && speaker.model.takes_context && { context: task.context }),
  };
  const waitsForRecovery = task.fallback === undefined;
  const parts = task.change?.sentences?.map(withoutRecordings);
  const unusable = task.unusable ?? { calls: 0 };
  const call = { app, run, signal, first, aside, waitsForRecovery, unusable, parts };
  const called = await callInParts(speaker, request, call);
  const notes = [...(task.notes ?? []), noteOf(task, called)];
  const troubles = troublesOf(task, called);
  if ('error' in called)
    return { port: 'error', error: { ...called.error, ...(troubles && { troubles }) }, notes };
  signal.throwIfAborted();
  const recorded = { text: task.text, locale_code: line.locale_code, read: task.recordings };
  const { result: made, isFinal } = await withRecordings(context, called.result, recorded);
  const measured = await app.audio.inspect(made.audio, signal);
  signal.throwIfAborted();
  const id = createAudioId(context, task.work);
  const { syllables, words, spoken_text, format } = made;
  const { locale_code } = line;
  const { characters, uses, cost: credits } = task;
  // Other runs must not find this take if they could read recordings that this run could not, or if a note
  // requested a different take.
  const own_key = isFinal
    ? hasNote && digestParts('noted', task.key.toString('hex'), note)
    : digestParts('unrecorded', id);
  const fallback_take_key = own_key ? undefined : task.fallback_take_key;
  const audio = await storeAudio(
    context,
    { bytes: made.audio, measured },
    {
      id,
      kind: 'take',
      take_id: id,
      reuse_key: own_key || task.key,
      provider: speaker.provider.id,
      model: speaker.model.id,
      voice_id: task.part.voice.id,
      settings: takeSettings(task, made, { seed, troubles, directed }),
      locale_code,
      spoken_text,
      characters,
      credits,
      format,
      facts: { ...measuredFacts(measured), syllables, words },
    },
  );
  return { port: 'audio', output_id: id, audio, characters, credits, uses, fallback_take_key, notes };
}

/** Errors before this take, from its speaker and from speakers that were called earlier. */
function troublesOf(
  { speaker, troubles = [] }: SynthesisTask,
  { answers }: SpeechCallResult,
): ProviderTrouble[] | undefined {
  const own = Object.keys(answers).length > 0 ? [{ provider: speaker.provider.id, answers }] : [];
  const all = [...troubles, ...own];
  return all.length > 0 ? all : undefined;
}

/** How a take was made, except for values with their own columns. */
function takeSettings(
  task: SynthesisTask,
  made: SpeechResult,
  {
    seed,
    troubles,
    directed,
  }: { seed: number | undefined; troubles: ProviderTrouble[] | undefined; directed: ResolvedControls },
) {
  const { max_duration_ms } = task.work.line;
  return {
    speed: task.part.speed,
    pitch: task.part.pitch,
    dropped: [
      ...made.dropped,
      ...directed.dropped,
      ...task.unhonored.map(droppedRecording),
      ...droppedContext(task),
    ],
    ...(Object.keys(directed.controls).length > 0 && { controls: directed.controls }),
    ...(seed !== undefined && { seed }),
    ...(made.billed && { billed: made.billed }),
    ...(made.request_id && { request_id: made.request_id }),
    ...(troubles && { troubles }),
    ...(task.change && { strategy: task.change.strategy }),
    ...(max_duration_ms !== null && { max_duration_ms }),
    ...(task.skipped && { skipped: task.skipped }),
    ...(task.change?.text !== undefined && { text: withoutRecordings(task.change.text) }),
  };
}

const droppedContext = ({ context, speaker }: SynthesisTask) =>
  context && !speaker.model.takes_context ? ['context'] : [];

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
    const called = await callSpeech(speaker, part, { ...shared, budget });
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
const FAULTS = ['transient', 'unusable', 'busy', 'auth', 'quota', 'gone', 'unsupported'];

/** The health statistics entry of a call. */
function noteOf(task: SynthesisTask, called: SpeechCallResult): ProviderOutcome {
  const failed = FAULTS.reduce((sum, kind) => sum + (called.answers[kind] ?? 0), 0);
  const takes = 'result' in called ? 1 : 0;
  return {
    ...noteOfFailures(task, failed),
    calls: failed + takes,
    takes,
    latency_ms: Math.round(called.latency_ms),
  };
}

/** The health statistics of calls without a take. After an error of the key, account or model, no take was possible. */
function noteOfFailures({ speaker, work }: SynthesisTask, failed: number): ProviderOutcome {
  const place = {
    provider: speaker.provider.id,
    model: speaker.model.id,
    locale_code: work.line.locale_code,
  };
  return { ...place, calls: failed, failed, takes: 0, rejected: 0, latency_ms: 0 };
}

import { setTimeout as delay } from 'node:timers/promises';
import type { LineFailure, ProviderAnswers } from '../../db/rows.ts';
import {
  SpeechError,
  type SpeechErrorKind,
  type SpeechRequest,
  type SpeechResult,
} from '../../providers/speech/index.ts';
import { NodeFailure } from './node.ts';
import type { Speaker } from './speaker.ts';

const MAX_TRIES = 4;
/** Being told to come back says nothing against the line, but there is an end to it. */
const MAX_TURNS = 40;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
/** So that a provider that is back is not left waiting. */
const LONGEST_BACK_OFF_MS = 5_000;
const LINE_DEADLINE_MS = 120_000;
/** Partners have deadlines of their own for every request, of which a long line takes several. */
const PARTNER_DEADLINE_MS = 900_000;

interface Asking {
  signal: AbortSignal;
  /** Nobody else can speak the line, so a provider that is away is waited for. */
  patient: boolean;
}

/** What came of asking, and what the provider answered on the way. */
export type Asked = { answers: ProviderAnswers } & ({ result: SpeechResult } | { error: LineFailure });

/** Waits out a provider that is busy or away; a fault of the line is its result, a fault of the account ends the run. */
export async function askProvider(
  speaker: Speaker,
  request: SpeechRequest,
  { signal, patient }: Asking,
): Promise<Asked> {
  const answers: ProviderAnswers = {};
  for (let [tries, turns] = [1, 1]; ; ) {
    const asked = await askOnce(speaker, request, signal);
    if (!(asked instanceof SpeechError)) return { result: asked, answers };
    const { kind } = asked;
    answers[kind] = (answers[kind] ?? 0) + 1;
    const refused = refusal(speaker, asked);
    if (refused) return { error: refused, answers };
    // What an outage answers says nothing against the line, which may meet a fault of its own right after it.
    const isTurn = kind === 'concurrency' || (patient && speaker.lane?.isWaitedFor(kind) === true);
    const isLeft = !patient && speaker.lane?.isOpen() === true;
    if (isLeft || (isTurn ? turns++ >= MAX_TURNS : tries++ >= MAX_TRIES))
      return { error: exhausted(speaker, asked), answers };
    await delay(waitFor(asked, tries + turns - 3), undefined, { signal });
  }
}

/** Lines that were refused together do not come back together. */
function waitFor({ kind, retry_after_ms }: SpeechError, power: number): number {
  const own =
    kind === 'concurrency' ? FIRST_WAIT_MS : Math.min(LONGEST_BACK_OFF_MS, FIRST_WAIT_MS * 2 ** power);
  const wait = Math.min(LONGEST_WAIT_MS, retry_after_ms ?? own);
  return wait * (1 + Math.random() / 4);
}

function exhausted({ provider }: Speaker, { kind, message, cause }: SpeechError): LineFailure {
  if (isTimeout(cause)) return { code: 'provider_timeout', message };
  return { code: `provider_${kind}`, message: `${provider.id}: ${message}` };
}

/** What waiting cannot help. */
function refusal({ provider }: Speaker, { kind, message }: SpeechError): LineFailure | undefined {
  if (kind === 'invalid_input' || kind === 'unsupported') return { code: kind, message };
  if (kind === 'auth' || kind === 'quota' || kind === 'gone')
    throw new NodeFailure(`provider_${kind}`, `${provider.id}: ${message}`);
  return undefined;
}

/** One request, in a place of the credential's lane where there is one. */
async function askOnce(
  { provider, lane }: Speaker,
  request: SpeechRequest,
  signal: AbortSignal,
): Promise<SpeechResult | SpeechError> {
  const release = await lane?.take(signal);
  let outcome: SpeechErrorKind | 'done' | 'aborted' = 'aborted';
  try {
    const deadline = AbortSignal.timeout(lane ? PARTNER_DEADLINE_MS : LINE_DEADLINE_MS);
    const result = await provider.synthesize(request, AbortSignal.any([signal, deadline]));
    outcome = 'done';
    return result;
  } catch (error) {
    signal.throwIfAborted();
    const fault = isTimeout(error)
      ? new SpeechError('transient', `${provider.id} did not answer in time.`, { cause: error })
      : error;
    if (!(fault instanceof SpeechError)) throw fault;
    outcome = fault.kind;
    return fault;
  } finally {
    release?.(outcome);
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

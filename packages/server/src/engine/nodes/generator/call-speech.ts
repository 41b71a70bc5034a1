import type { LineFailure, ProviderAnswers } from '../../../db/rows.ts';
import { SpeechError, type SpeechRequest, type SpeechResult } from '../../../providers/speech/index.ts';
import { type ChunkContext, NodeFailure } from '../../model.ts';
import { callProvider, isTimeout, type LineBudget } from '../../provider-calls/call-provider.ts';
import type { Speaker } from './speaker.ts';

const LINE_DEADLINE_MS = 120_000;
/** Providers have their own deadline per request, and a long line takes several requests. */
const PARTNER_DEADLINE_MS = 900_000;
/** The time limit per character of a long text: about a third of its speaking time. */
const MS_PER_CHARACTER = 20;

/** The run that makes the call. */
export interface SpeechCall extends Pick<ChunkContext, 'app' | 'run' | 'signal'> {
  /** There is no fallback, so the call waits for an unavailable provider. */
  waitsForRecovery: boolean;
  /** Shared by the parts of one line. */
  budget?: LineBudget;
  /** The length of the whole line, if the request is a part of it. */
  text_length?: number;
}

/** The result of the calls, and the errors before it. */
export type SpeechCallResult = { answers: ProviderAnswers } & (
  | { result: SpeechResult }
  | { error: LineFailure }
);

/** An error of the line is returned; an error of the account ends the run. */
export async function callSpeech(
  speaker: Speaker,
  request: SpeechRequest,
  call: SpeechCall,
): Promise<SpeechCallResult> {
  const answers: ProviderAnswers = {};
  const { text_length = request.text.length, ...rest } = call;
  const waiting = {
    ...rest,
    deadline_ms: speaker.lane ? PARTNER_DEADLINE_MS : LINE_DEADLINE_MS,
    least_ms: Math.min(PARTNER_DEADLINE_MS, text_length * MS_PER_CHARACTER),
    onFault: (kind: SpeechError['kind']) => {
      answers[kind] = (answers[kind] ?? 0) + 1;
    },
  };
  try {
    const result = await callProvider(speaker, waiting, (signal) =>
      speaker.provider.synthesize(request, signal),
    );
    return { result, answers };
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    return { error: failureOf(speaker, error), answers };
  }
}

function failureOf({ provider }: Speaker, { kind, message, cause }: SpeechError): LineFailure {
  if (kind === 'invalid_input' || kind === 'unsupported') return { code: kind, message };
  if (kind === 'auth' || kind === 'quota' || kind === 'gone')
    throw new NodeFailure(`provider_${kind}`, `${provider.id}: ${message}`);
  const code = isTimeout(cause) ? 'provider_timeout' : `provider_${kind}`;
  return { code, message: `${provider.id}: ${message}` };
}

import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { type GuardedResponse, guardedFetch, type Lookup, NoAnswerError } from '../http.ts';
import type { PartRequest, SpeechAdapter, SpeechCall, SpokenPart } from './adapter.ts';
import { faultOf, unanswered } from './faults.ts';
import { partsOf, type SplitText } from './parts.ts';
import {
  type Credentials,
  SpeechError,
  type SpeechModel,
  type SpeechProvider,
  type SpeechRequest,
  type SpeechResult,
} from './provider.ts';
import { type DecodeAudio, type Take, takeOf } from './take.ts';
import { joinTakes } from './wav.ts';

export interface Deadlines {
  connect_timeout_ms: number;
  first_byte_timeout_ms: number;
  timeout_ms: number;
}

export interface HttpSpeechOptions {
  /** Hosts on this machine or in private networks that requests may go to, as `host` or `host:port`. */
  hosts_allowed: readonly string[];
  /** Other addresses of providers, by id. */
  urls: Readonly<Record<string, string>>;
  decode: DecodeAudio;
  split: SplitText;
  deadlines?: Deadlines;
  lookup?: Lookup;
  clock?: () => Date;
}

const DEADLINES: Deadlines = {
  connect_timeout_ms: 10_000,
  first_byte_timeout_ms: 60_000,
  timeout_ms: 180_000,
};
/** Ten minutes of 48 kHz mono in base64. */
const MAX_BODY_BYTES = 96 * 1_048_576;
/** Longer than most requests of a worker are apart, shorter than most servers keep a connection. */
const KEPT_MS = 20_000;

type Agents = { http: Agent; https: SecureAgent };

interface Partner extends HttpSpeechOptions {
  adapter: SpeechAdapter;
  agents: Agents;
}

/** A provider that is asked over HTTP with its customer's key. */
export function createHttpSpeech(adapter: SpeechAdapter, options: HttpSpeechOptions): SpeechProvider {
  const agents = {
    http: new Agent({ keepAlive: true, timeout: KEPT_MS }),
    https: new SecureAgent({ keepAlive: true, timeout: KEPT_MS }),
  };
  const partner: Partner = { ...options, adapter, agents };
  const otherModel = adapter.otherModel;
  return {
    id: adapter.id,
    models: adapter.models,
    starting_places: adapter.starting_places,
    ...(otherModel && { otherModel }),
    voices: () => [],
    listVoices: (credentials, signal) =>
      adapter.voices((call) => ask(partner, call, { credentials, signal }), credentials),
    synthesize: (request, signal) => synthesize(partner, request, signal),
    close() {
      agents.http.destroy();
      agents.https.destroy();
      return Promise.resolve();
    },
  };
}

async function synthesize(
  partner: Partner,
  request: SpeechRequest,
  signal: AbortSignal,
): Promise<SpeechResult> {
  const { adapter, split } = partner;
  const of = modelOf(adapter, request.model);
  const { credentials } = request;
  if (credentials === undefined) throw new SpeechError('auth', 'The workspace has no key for this provider.');
  const dropped = new Set<string>();
  const takes: Take[] = [];
  for (const text of partsOf(request.text, { locale: request.locale_code, of, split })) {
    const part = { ...request, text, credentials, of };
    takes.push(await speakPart(partner, part, { dropped, signal }));
  }
  const { unit } = adapter.billing;
  const amount = takes.reduce((sum, { billed }) => sum + (billed ?? 0), 0);
  return {
    ...joinTakes(takes),
    format: 'wav',
    spoken_text: null,
    syllables: null,
    request_id: takes[0]?.request_id ?? null,
    dropped: [...dropped],
    billed: { unit, amount },
  };
}

function modelOf(adapter: SpeechAdapter, id: string): SpeechModel {
  const model = adapter.models.find((known) => known.id === id) ?? adapter.otherModel?.(id);
  if (model === undefined) throw new SpeechError('unsupported', `There is no model "${id}".`);
  return model;
}

type Speaking = { dropped: Set<string>; signal: AbortSignal };

async function speakPart(
  partner: Partner,
  request: PartRequest,
  { dropped, signal }: Speaking,
): Promise<Take> {
  const { adapter, decode } = partner;
  const call = adapter.render(request);
  for (const setting of call.dropped) dropped.add(setting);
  const answer = await ask(partner, call, { credentials: request.credentials, signal });
  const spoken: SpokenPart = adapter.read?.(answer, request) ?? { audio: answer.body };
  const take = await takeOf(spoken, { decode, sample_rate: call.sample_rate, signal });
  const billed = spoken.billed ?? billedFor(adapter, request.text, take.duration_ms);
  return { ...take, billed, request_id: spoken.request_id ?? requestIdOf(answer) };
}

function billedFor({ billing }: SpeechAdapter, text: string, durationMs: number): number {
  return billing.unit === 'seconds' ? durationMs / 1_000 : billing.count(text);
}

const REQUEST_IDS = ['request-id', 'x-request-id', 'x-requestid', 'x-amzn-requestid', 'dg-request-id'];

function requestIdOf({ headers }: GuardedResponse): string | null {
  for (const name of REQUEST_IDS) {
    const value = headers[name];
    if (typeof value === 'string' && value !== '') return value.slice(0, 200);
  }
  return null;
}

type Asking = { credentials: Credentials; signal: AbortSignal };

async function ask(
  { adapter, ...partner }: Partner,
  call: SpeechCall,
  { credentials, signal }: Asking,
): Promise<GuardedResponse> {
  const base = (partner.urls[adapter.id] ?? adapter.baseUrl(credentials)).replace(/\/+$/, '');
  const target = new URL(`${base}${call.path}`);
  const { hosts_allowed, lookup, agents, deadlines = DEADLINES, clock = () => new Date() } = partner;
  const allow = { private: hosts_allowed.some((host) => host === target.host || host === target.hostname) };
  const method = call.method ?? 'POST';
  const signed = adapter.sign?.({ ...call, method, url: target }, credentials, clock());
  const init = { ...deadlines, method, headers: { ...call.headers, ...signed }, agents, signal };
  const answer = await guardedFetch(
    target,
    { ...init, max_body_bytes: MAX_BODY_BYTES, ...(call.body !== undefined && { body: call.body }) },
    { allow, ...(lookup && { lookup }) },
  ).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error instanceof NoAnswerError ? unanswered(error) : error;
  });
  if (answer.truncated) throw new SpeechError('transient', 'The answer is longer than any take may be.');
  const fault = faultOf(answer, adapter.fault);
  if (fault) throw withoutSecrets(fault, credentials);
  return answer;
}

/** Some providers repeat what they were sent. */
function withoutSecrets(fault: SpeechError, credentials: Credentials): SpeechError {
  for (const secret of Object.values(credentials))
    if (secret !== undefined && secret.length >= 8) fault.message = fault.message.replaceAll(secret, '…');
  return fault;
}

import { bracketed, type KeyedProviderId } from '@voiceloom/contract';
import type { GuardedResponse } from '../http.ts';
import type { HttpProviderCall, KeyCheck, Vendor } from '../http-partner.ts';
import type {
  BillingUnit,
  Credentials,
  ProviderVoice,
  SpeechModel,
  SpeechProvider,
  SpeechRequest,
  SpeechWord,
} from './provider.ts';

/** A request for the text, or for a part of it within the model's limit. */
export interface PartRequest extends SpeechRequest {
  credentials: Credentials;
  of: SpeechModel;
}

/** Audio as received. `pcm`: 16-bit samples without a header, at the requested rate. */
export interface SpokenPart {
  audio: Uint8Array;
  pcm?: boolean;
  words?: SpeechWord[];
  /** The billed amount. Anything but a positive number is unknown. */
  billed?: unknown;
  request_id?: string | null;
}

/** Loads a resource of the provider with the key: by GET, or by POST of JSON. Returns its body. */
export type Load = (path: string, json?: object) => Promise<Buffer>;

/** The provider-specific parts of speech synthesis. */
export interface SpeechAdapter extends Vendor, Pick<SpeechProvider, 'models' | 'otherModel' | 'timesWords'> {
  id: KeyedProviderId;
  starting_places: number;
  /** Default: characters, by code points. */
  billing?: { unit: BillingUnit; count(text: string): number };
  /** The requested sample rate; a response with another one is an error. */
  sample_rate?: number;
  /** Takes from `use` what the model supports of speed, pitch and markup. */
  render(request: PartRequest, use: Settings): HttpProviderCall;
  /** Default: the body is the audio. */
  read?(answer: GuardedResponse): SpokenPart;
  /** The voices that the key can use. */
  voices(load: Load, credentials: Credentials): Promise<ProviderVoice[]>;
  keyCheck: KeyCheck;
}

type Bounds = { min: number; max: number };

/** What a request asks for beyond its text. Collects what the model does not support. */
export interface Settings {
  drop(setting: string): void;
  /** The speed within the model's bounds. Without a call, the model supports none. */
  speed(bounds: Bounds): number;
  /** The pitch in semitones within the model's bounds. Without a call, the model supports none. */
  pitch(bounds: Bounds): number;
  /** The settings that were dropped, once the request is rendered. */
  dropped(): string[];
}

const NEUTRAL = { speed: 1, pitch: 0 };

function settings(wanted: { speed: number; pitch: number }): Settings {
  const dropped = new Set<string>();
  const honored = new Set<string>();
  const within = (setting: keyof typeof NEUTRAL, { min, max }: Bounds): number => {
    honored.add(setting);
    const bounded = Math.min(max, Math.max(min, wanted[setting]));
    if (bounded !== wanted[setting]) dropped.add(setting);
    return bounded;
  };
  return {
    drop: (setting) => void dropped.add(setting),
    speed: (bounds) => within('speed', bounds),
    pitch: (bounds) => within('pitch', bounds),
    dropped() {
      for (const setting of ['speed', 'pitch'] as const)
        if (!honored.has(setting) && wanted[setting] !== NEUTRAL[setting]) dropped.add(setting);
      return [...dropped];
    },
  };
}

/** A request in the provider's format, and the settings that it could not express. */
export function renderCall(
  adapter: SpeechAdapter,
  request: PartRequest,
): { call: HttpProviderCall; dropped: string[] } {
  const use = settings(request);
  const call = adapter.render(request, use);
  return { call, dropped: use.dropped() };
}

/** The text with its direction before it, in square brackets. */
export function directed(spoken: string, { controls, of }: PartRequest, use: Pick<Settings, 'drop'>): string {
  const whole = bracketed(spoken, controls?.instructions, of.max_characters);
  if (whole === undefined) use.drop('controls.instructions');
  return whole ?? spoken;
}

/** All items of a list in pages. `load` returns a page and the cursor of the next one, empty at the end. */
export async function allPages<T>(
  most: number,
  load: (cursor: string) => Promise<{ items: T[]; next: string }>,
): Promise<T[]> {
  const all: T[] = [];
  let cursor = '';
  for (let page = 0; page < most; page++) {
    const { items, next } = await load(cursor);
    all.push(...items);
    if (next === '') break;
    cursor = next;
  }
  return all;
}

/** The check of a key by a GET. */
export const checkWith = (path: string): KeyCheck => ({ calls: () => [{ method: 'GET', path }] });

/** The headers of a key as a bearer token. */
export const bearer = ({ api_key = '' }: Credentials) => ({ authorization: `Bearer ${api_key}` });

/** A time in seconds from a list of times. */
export const msAt = (times: readonly unknown[], index: number): number =>
  Math.round(Number(times[index] ?? 0) * 1_000);

export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Some providers bill a Chinese character, kanji or hanja as two. */
export function countHanDouble(spoken: string): number {
  let count = 0;
  for (const character of spoken) count += /\p{Script=Han}/u.test(character) ? 2 : 1;
  return count;
}

/** What the provider bills: characters, unless the adapter overrides it. */
export const billingOf = ({ billing = { unit: 'characters', count: codePoints } }: SpeechAdapter) => billing;

export const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

import { bracketed, type KeyedProviderId } from '@voiceloom/contract';
import type { GuardedResponse } from '../http.ts';
import type { HttpProviderCall, KeyCheck, Vendor } from '../http-provider.ts';
import type {
  BillingUnit,
  Credentials,
  ProviderVoice,
  SpeechModel,
  SpeechProvider,
  SpeechRequest,
  SpeechWord,
} from './provider.ts';

/** What decides which text a provider gets and bills. */
export interface TextRequest
  extends Pick<SpeechRequest, 'model' | 'locale_code' | 'text' | 'speed' | 'pitch' | 'controls'> {
  model_details: SpeechModel;
}

/** A request for the whole text, or for a part of it that fits within the model's limit. */
export interface PartRequest extends SpeechRequest {
  credentials: Credentials;
  model_details: SpeechModel;
}

/** A request with the result of `write`. */
export interface WrittenRequest extends PartRequest {
  written: string;
}

/** Audio as the provider sent it. `pcm`: 16-bit samples without a header, at the requested rate. */
export interface SpokenPart {
  audio: Uint8Array;
  pcm?: boolean;
  words?: SpeechWord[];
  /** The billed amount. A value that is not a positive number is ignored. */
  billed?: unknown;
  request_id?: string | null;
}

/** Loads a resource of the provider with the key: with GET, or with a POST of JSON. Returns the body. */
export type Load = (path: string, json?: object) => Promise<Buffer>;

/** The provider-specific parts of speech synthesis. */
export interface SpeechAdapter
  extends Vendor,
    Pick<SpeechProvider, 'models' | 'otherModel' | 'timesWords' | 'samples_url'> {
  id: KeyedProviderId;
  initial_slots: number;
  /** How the provider counts the written text. Default: characters, counted as code points. */
  billing?: { unit: BillingUnit; count(written: string): number };
  /** The requested sample rate. A response with another rate is an error. */
  sample_rate?: number;
  /** Writes the text with the direction and markup that the model supports. The provider bills what is written. */
  write(request: TextRequest, use: Settings): string;
  /** Renders the request for the written text. Uses speed and pitch from `use` if the model supports them. */
  render(request: WrittenRequest, use: Settings): HttpProviderCall;
  /** Reads the response. Default: the body is the audio. */
  read?(response: GuardedResponse): SpokenPart;
  /** The voices that the key can use. */
  voices(load: Load, credentials: Credentials): Promise<ProviderVoice[]>;
  keyCheck: KeyCheck;
}

interface Bounds {
  min: number;
  max: number;
}

/** The settings of a request. Collects the settings that the model does not support. */
export interface Settings {
  drop(setting: string): void;
  /** The speed, limited to the model's bounds. If this is not called, the model does not support speed. */
  speed(bounds: Bounds): number;
  /** The pitch in semitones, limited to the model's bounds. If this is not called, the model does not support pitch. */
  pitch(bounds: Bounds): number;
}

/** The settings of a request, and which of them were dropped or honored. */
function openSettings(request: Pick<SpeechRequest, 'speed' | 'pitch'>) {
  const droppedSettings = new Set<string>();
  const honoredSettings = new Set<string>();
  const limit = (setting: 'speed' | 'pitch', { min, max }: Bounds): number => {
    honoredSettings.add(setting);
    const value = Math.min(max, Math.max(min, request[setting]));
    if (value !== request[setting]) droppedSettings.add(setting);
    return value;
  };
  const settings: Settings = {
    drop: (setting) => void droppedSettings.add(setting),
    speed: (bounds) => limit('speed', bounds),
    pitch: (bounds) => limit('pitch', bounds),
  };
  return { settings, droppedSettings, honoredSettings };
}

/** A request in the provider's format, with the settings that it cannot express. */
export function renderCall(
  adapter: SpeechAdapter,
  request: PartRequest,
): { call: HttpProviderCall; written: string; dropped: string[] } {
  const { settings, droppedSettings, honoredSettings } = openSettings(request);
  const written = adapter.write(request, settings);
  const call = adapter.render({ ...request, written }, settings);
  if (!honoredSettings.has('speed') && request.speed !== 1) droppedSettings.add('speed');
  if (!honoredSettings.has('pitch') && request.pitch !== 0) droppedSettings.add('pitch');
  return { call, written, dropped: [...droppedSettings] };
}

/** The units that the provider bills for a request. For a provider that bills seconds, the characters. */
export function countUnits(adapter: SpeechAdapter, request: TextRequest): number {
  return getBilling(adapter).count(adapter.write(request, openSettings(request).settings));
}

/** The text, preceded by its direction in square brackets. */
export function addDirection(
  text: string,
  { controls, model_details }: TextRequest,
  settings: Pick<Settings, 'drop'>,
): string {
  const directedText = bracketed(text, controls?.instructions, model_details.max_characters);
  if (directedText === undefined) settings.drop('controls.instructions');
  return directedText ?? text;
}

/** All items of a list with pages. `load` returns a page and the cursor of the next page, which is empty at the end. */
export async function loadPages<T>(
  maxPages: number,
  load: (cursor: string) => Promise<{ items: T[]; next: string }>,
): Promise<T[]> {
  const allItems: T[] = [];
  let cursor = '';
  for (let page = 0; page < maxPages; page++) {
    const { items, next } = await load(cursor);
    allItems.push(...items);
    if (next === '') break;
    cursor = next;
  }
  return allItems;
}

/** Checks a key with a GET. */
export const checkKeyWithGet = (path: string): KeyCheck => ({ calls: () => [{ method: 'GET', path }] });

export const bearer = ({ api_key = '' }: Credentials) => ({ authorization: `Bearer ${api_key}` });

/** Converts one of several times in seconds to milliseconds. */
export const msAt = (times: readonly unknown[], index: number): number =>
  Math.round(Number(times[index] ?? 0) * 1_000);

export const countCodePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Some providers bill a Chinese character, kanji or hanja as two characters. */
export function countHanDouble(text: string): number {
  return countCodePoints(text) + (text.match(/\p{Script=Han}/gu)?.length ?? 0);
}

/** The billing of the provider: by characters, unless the adapter overrides it. */
export const getBilling = ({ billing = { unit: 'characters', count: countCodePoints } }: SpeechAdapter) =>
  billing;

export const countBytes = (text: string): number => Buffer.byteLength(text, 'utf8');

import type { TranslationProviderId } from '@voiceloom/contract';
import type { GuardedResponse } from '../http.ts';
import type { Credentials, HttpProviderCall, Vendor } from '../http-provider.ts';
import { toList, toObject } from '../json.ts';
import { ProviderError } from '../provider-error.ts';
import type { Provider } from '../registry.ts';

export type { Credentials } from '../http-provider.ts';
export { ProviderError, type ProviderErrorKind } from '../provider-error.ts';
export { findModel as findTranslationModel } from '../registry.ts';

export interface TranslationModel {
  id: string;
  display_name: string;
  is_default: boolean;
}

/** A part of a text that must come back unchanged. */
export interface Piece {
  start: number;
  end: number;
  text: string;
  kind: 'placeholder' | 'markup';
}

/** The required translation of a term. `keep`: the term stays unchanged. */
export type TextTerm = { source: string; target: string; keep: boolean };

/** A text to translate, with information for a good translation. */
export interface TranslationText {
  /** The response has the same ID for the translation. Unique in the request. */
  id: string;
  text: string;
  pieces: readonly Piece[];
  terms: readonly TextTerm[];
  character_name: string | null;
  notes: string | null;
  /** In characters; wide characters count twice. */
  max_length: number;
  /** An earlier response that was rejected, and why. */
  refused: { answer: string; problem: string } | null;
}

export interface TranslationRequest {
  model: string;
  /** In lowercase BCP-47. */
  source_locale: string;
  target_locale: string;
  texts: readonly TranslationText[];
  /** The lines before and after the texts, in order. */
  context: { before: readonly string[]; after: readonly string[] };
  formality: 'default' | 'formal' | 'informal';
  instructions: string;
  /** Undefined if the workspace has no key for the provider. */
  credentials: Credentials | undefined;
}

export interface TranslationResponse {
  /** The translations as received. The caller checks that each ID occurs exactly once. */
  texts: { id: string; text: string }[];
  /** Why translations are missing, if the provider reports the reason. */
  remark: string | null;
  billed: { unit: 'characters' | 'tokens'; amount: number } | null;
  request_id: string | null;
}

export interface TranslationProvider extends Provider<TranslationModel> {
  /** The concurrency limit of a key that is assumed until the provider reports another. */
  initial_slots: number;
  /** The maximum number of texts in a request, and of characters in all of its texts. */
  max_texts: number;
  max_characters: number;
  /** Rejects with a `ProviderError`, or with the signal's reason after an abort. */
  translate(request: TranslationRequest, signal: AbortSignal): Promise<TranslationResponse>;
}

export type TranslationProviders = ReadonlyMap<string, TranslationProvider>;

/** A request with the credentials that it needs. */
export interface AdapterRequest extends TranslationRequest {
  credentials: Credentials;
}

/** An unverified response of a provider. */
export interface RawResponse extends Omit<TranslationResponse, 'request_id'> {
  request_id?: string | null;
}

/** The provider-specific parts of translation. */
export interface TranslationAdapter extends Vendor, Omit<TranslationProvider, 'translate' | 'close'> {
  id: TranslationProviderId;
  /** The ID for a configured URL, if that of the provider belongs to another service. */
  address_id?: string;
  render(request: AdapterRequest): HttpProviderCall;
  read(response: GuardedResponse, request: AdapterRequest): RawResponse;
}

/** A model that the customer chose. */
export const otherModel = (id: string): TranslationModel => ({ id, display_name: id, is_default: false });

/** The billing of machine translation providers: the code points of the texts. */
export function billedCharacters({ texts }: AdapterRequest): { unit: 'characters'; amount: number } {
  const amount = texts.reduce((sum, { text }) => sum + Array.from(text).length, 0);
  return { unit: 'characters', amount };
}

/** The fields of a translation in a response, with the text that it translates. */
interface MatchedTranslation extends Record<string, unknown> {
  original: TranslationText;
}

/** Translations that only their position identifies. If their number differs from the number of texts, none is used. */
export function matchByPosition(value: unknown, { texts }: AdapterRequest): MatchedTranslation[] {
  const translations = toList(value).map(toObject);
  if (translations.length === 0) throw new ProviderError('unusable', 'Its response has no translations.');
  if (translations.length !== texts.length) return [];
  return texts.map((original, index) => ({ ...translations[index], original }));
}

/** The error if a response has the wrong number of translations. */
export const countMismatch = (
  translations: readonly MatchedTranslation[],
  { texts }: AdapterRequest,
): string | null =>
  translations.length === texts.length ? null : `it did not return ${texts.length} translations`;

/** Whether the locale uses traditional Chinese characters, by its script or region. */
export const isTraditional = (locale: string): boolean => /^(?:zh-(?:hant|tw|hk|mo)\b|yue)/.test(locale);

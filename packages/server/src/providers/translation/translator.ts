import type { TranslationProviderId } from '@voiceloom/contract';
import type { GuardedResponse } from '../http.ts';
import type { Credentials, HttpProviderCall, Vendor } from '../http-partner.ts';
import { listOf, objectOf } from '../json.ts';
import { ProviderError } from '../provider-error.ts';
import type { Provider } from '../registry.ts';

export type { Credentials } from '../http-partner.ts';
export { ProviderError, type ProviderErrorKind } from '../provider-error.ts';
export { modelOf as translationModelOf } from '../registry.ts';

/** A model that translates. */
export interface TranslationModel {
  id: string;
  display_name: string;
  is_default: boolean;
}

/** A stretch of a text that must come back as it is. */
export interface Piece {
  start: number;
  end: number;
  text: string;
  kind: 'placeholder' | 'markup';
}

/** The required translation of a term. `keep`: the term stays unchanged. */
export type TextTerm = { source: string; target: string; keep: boolean };

/** One text to translate, with what helps to do it well. */
export interface TranslationText {
  /** Comes back with the translation; unique in the request. */
  id: string;
  text: string;
  pieces: readonly Piece[];
  terms: readonly TextTerm[];
  character_name: string | null;
  notes: string | null;
  /** In characters, wide ones counted twice. */
  max_length: number;
  /** What was wrong with an earlier response. */
  refused: { answer: string; problem: string } | null;
}

export interface TranslationRequest {
  model: string;
  /** Lowercase BCP-47. */
  source_locale: string;
  target_locale: string;
  texts: readonly TranslationText[];
  /** Lines around the texts, in their order. */
  context: { before: readonly string[]; after: readonly string[] };
  formality: 'default' | 'formal' | 'informal';
  instructions: string;
  /** Undefined where the workspace has no key for the provider. */
  credentials: Credentials | undefined;
}

export interface TranslationResponse {
  /** The texts as received. The caller checks that each ID occurs exactly once. */
  texts: { id: string; text: string }[];
  /** Why there are no texts, or fewer, if the provider reports it. */
  remark: string | null;
  billed: { unit: 'characters' | 'tokens'; amount: number } | null;
  request_id: string | null;
}

/** One partner that translates, behind the interface that all of them share. */
export interface TranslationProvider extends Provider<TranslationModel> {
  /** Requests at once that a key is assumed to allow until its provider reports otherwise. */
  starting_places: number;
  /** Most texts of one request, and most characters of all of them. */
  most_texts: number;
  most_characters: number;
  /** Rejects with a `ProviderError`, or with the signal's reason once aborted. */
  translate(request: TranslationRequest, signal: AbortSignal): Promise<TranslationResponse>;
}

/** Every provider of translations by its id. */
export type TranslationProviders = ReadonlyMap<string, TranslationProvider>;

/** A request with the credentials that it needs. */
export interface AdapterRequest extends TranslationRequest {
  credentials: Credentials;
}

/** An unverified response of a provider. */
export type RawResponse = Pick<TranslationResponse, 'texts' | 'remark' | 'billed'> & {
  request_id?: string | null;
};

/** The provider-specific parts of translation. */
export interface TranslationAdapter extends Vendor, Omit<TranslationProvider, 'translate' | 'close'> {
  id: TranslationProviderId;
  /** The id for an alternative URL, if the provider's own id refers to another service. */
  address_id?: string;
  render(request: AdapterRequest): HttpProviderCall;
  read(answer: GuardedResponse, request: AdapterRequest): RawResponse;
}

/** A model that the customer chose. */
export const otherModel = (id: string): TranslationModel => ({ id, display_name: id, is_default: false });

/** What machine translation providers bill: the code points of the texts. */
export function billedCharacters({ texts }: AdapterRequest): { unit: 'characters'; amount: number } {
  const amount = texts.reduce((sum, { text }) => sum + Array.from(text).length, 0);
  return { unit: 'characters', amount };
}

type Placed = Record<string, unknown> & { of: TranslationText };

/**
 * Translations that are identified by position only. If their number differs from that of the texts, none can
 * be used.
 */
export function matchByPosition(value: unknown, { texts }: AdapterRequest): Placed[] {
  const translations = listOf(value).map(objectOf);
  if (translations.length === 0) throw new ProviderError('transient', 'Its response has no translations.');
  if (translations.length !== texts.length) return [];
  return texts.map((of, index) => ({ ...translations[index], of }));
}

/** The error if a response has the wrong number of translations. */
export const countMismatch = (translations: readonly Placed[], { texts }: AdapterRequest): string | null =>
  translations.length === texts.length ? null : `it did not return ${texts.length} translations`;

/** Whether Chinese is written in traditional characters, by script or region. */
export const isTraditional = (locale: string): boolean => /^(?:zh-(?:hant|tw|hk|mo)\b|yue)/.test(locale);

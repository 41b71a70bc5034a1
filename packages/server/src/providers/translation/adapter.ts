import type { TranslationProviderId } from '@voiceloom/contract';
import type { GuardedResponse } from '../http.ts';
import type { Credentials, PartnerCall, Vendor } from '../http-partner.ts';
import { listOf, objectOf } from '../json.ts';
import {
  ProviderError,
  type TranslationAnswer,
  type TranslationModel,
  type TranslationProvider,
  type TranslationRequest,
  type TranslationText,
} from './translator.ts';

/** A request with the credentials that it needs. */
export interface AdapterRequest extends TranslationRequest {
  credentials: Credentials;
}

/** An unverified response of a provider. */
export type RawAnswer = Pick<TranslationAnswer, 'texts' | 'remark' | 'billed'> & {
  request_id?: string | null;
};

/** The provider-specific parts of translation. */
export interface TranslationAdapter extends Vendor, Omit<TranslationProvider, 'translate' | 'close'> {
  id: TranslationProviderId;
  /** The id for an alternative URL, if the provider's own id refers to another service. */
  address_id?: string;
  render(request: AdapterRequest): PartnerCall;
  read(answer: GuardedResponse, request: AdapterRequest): RawAnswer;
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
export function inPlaces(value: unknown, { texts }: AdapterRequest): Placed[] {
  const translations = listOf(value).map(objectOf);
  if (translations.length === 0) throw new ProviderError('transient', 'Its response has no translations.');
  if (translations.length !== texts.length) return [];
  return texts.map((of, index) => ({ ...translations[index], of }));
}

/** What there is to say of an answer in places. */
export const remarkOn = (translations: readonly Placed[], { texts }: AdapterRequest): string | null =>
  translations.length === texts.length ? null : `it did not return ${texts.length} translations`;

/** Whether Chinese is written in traditional characters, by script or region. */
export const isTraditional = (locale: string): boolean => /^(?:zh-(?:hant|tw|hk|mo)\b|yue)/.test(locale);

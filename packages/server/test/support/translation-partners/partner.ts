import type { TranslationProviderId } from '@voiceloom/contract';
import type { ProviderErrorKind } from '../../../src/providers/translation/index.ts';
import type { PartnerAnswer, PartnerRequest } from '../speech-partners/partner.ts';

export { json, jsonBody, type PartnerAnswer, type PartnerRequest } from '../speech-partners/partner.ts';

/** A text in a request. */
export interface AskedText {
  id: string;
  text: string;
  /** The error that the request reports to the partner. */
  refused?: { answer: string; problem: string };
}

/** The behavior of one translation provider. */
export interface TranslationPartner {
  id: TranslationProviderId;
  /** The setting of its address. */
  address: string;
  credentials: Record<string, string>;
  /** A value that must not appear in any message. */
  secret: string;
  /** Texts are identified only by their position. */
  by_place: boolean;
  /** The error of a request; undefined if the request is valid. */
  refuse(request: PartnerRequest): PartnerAnswer | undefined;
  textsOf(request: PartnerRequest): AskedText[];
  languageOf(request: PartnerRequest): string;
  /** One text in its language, in the format of the partner. */
  translate(text: string, language: string): string;
  answer(translations: { id: string; text: string }[]): PartnerAnswer;
  throttled: { answer: PartnerAnswer; kind: ProviderErrorKind };
  quirks: { name: string; answer: PartnerAnswer; kind: ProviderErrorKind }[];
  /** The amount that it bills for "Hello there." */
  billed: { unit: string; amount: number };
}

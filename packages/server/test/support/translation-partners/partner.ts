import type { TranslationProviderId } from '@voiceloom/contract';
import type { ProviderErrorKind } from '../../../src/providers/translation/index.ts';
import type { PartnerAnswer, PartnerRequest } from '../speech-partners/partner.ts';

export { json, jsonBody, type PartnerAnswer, type PartnerRequest } from '../speech-partners/partner.ts';

/** A text as the partner was asked for it. */
export interface AskedText {
  id: string;
  text: string;
  /** The fault that the partner was told of. */
  refused?: { answer: string; problem: string };
}

/** How one provider of translations behaves, from its own side. */
export interface TranslationPartner {
  id: TranslationProviderId;
  /** The name that its address is configured by. */
  address: string;
  credentials: Record<string, string>;
  /** What must not be seen in any message. */
  secret: string;
  /** Texts are known by their places alone. */
  by_place: boolean;
  /** What is wrong with a request; undefined: nothing. */
  refuse(request: PartnerRequest): PartnerAnswer | undefined;
  textsOf(request: PartnerRequest): AskedText[];
  languageOf(request: PartnerRequest): string;
  /** One text in its language, in the form that the partner speaks. */
  translate(text: string, language: string): string;
  answer(translations: { id: string; text: string }[]): PartnerAnswer;
  throttled: { answer: PartnerAnswer; kind: ProviderErrorKind };
  quirks: { name: string; answer: PartnerAnswer; kind: ProviderErrorKind }[];
  /** What it bills for "Hello there." */
  billed: { unit: string; amount: number };
}

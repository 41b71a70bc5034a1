import { deeplPartner } from './deepl.ts';
import { googlePartner } from './google.ts';
import { anthropicPartner, openaiPartner } from './language-models.ts';
import type { TranslationPartner } from './partner.ts';

/** A partner for every translation provider. */
export const TRANSLATION_PARTNERS: ReadonlyMap<string, TranslationPartner> = new Map(
  [deeplPartner, googlePartner, openaiPartner, anthropicPartner].map((partner) => [partner.id, partner]),
);

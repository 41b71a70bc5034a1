import type { PartnerOptions } from '../http-partner.ts';
import type { TranslationAdapter } from './adapter.ts';
import { anthropic } from './anthropic.ts';
import { deepl } from './deepl.ts';
import { google } from './google.ts';
import { createHttpTranslation } from './http-translation.ts';
import { openaiCompatible } from './openai-compatible.ts';
import type { TranslationProviders } from './translator.ts';

export { closeProviders as closeTranslationProviders } from '../registry.ts';
export {
  type Credentials,
  ProviderError,
  type ProviderErrorKind,
  type TranslationAnswer,
  type TranslationModel,
  type TranslationProvider,
  type TranslationProviders,
  type TranslationRequest,
  type TranslationText,
  translationModelOf,
} from './translator.ts';

/** In the order of the catalog. */
export const ADAPTERS: readonly TranslationAdapter[] = [deepl, google, openaiCompatible, anthropic];

/** Builds every provider; a new one is one line here. */
export function createTranslationProviders(options: PartnerOptions): TranslationProviders {
  return new Map(ADAPTERS.map((adapter) => [adapter.id, createHttpTranslation(adapter, options)]));
}

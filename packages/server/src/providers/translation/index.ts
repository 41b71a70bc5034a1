import {
  createHttpProvider,
  findRequestId,
  type HttpProviderOptions,
  readResponse,
} from '../http-provider.ts';
import { requireAccess } from '../registry.ts';
import { anthropic } from './anthropic.ts';
import { deepl } from './deepl.ts';
import { google } from './google.ts';
import { openaiCompatible } from './openai-compatible.ts';
import type {
  TranslationAdapter,
  TranslationProvider,
  TranslationProviders,
  TranslationResponse,
} from './translator.ts';

export {
  type Credentials,
  findTranslationModel,
  ProviderError,
  type ProviderErrorKind,
  type TranslationModel,
  type TranslationProvider,
  type TranslationProviders,
  type TranslationRequest,
  type TranslationResponse,
  type TranslationText,
} from './translator.ts';

/** In the order of the catalog. */
export const ADAPTERS: readonly TranslationAdapter[] = [deepl, google, openaiCompatible, anthropic];

/** Creates every provider. A new one needs only one line here. */
export function createTranslationProviders(options: HttpProviderOptions): TranslationProviders {
  return new Map(ADAPTERS.map((adapter) => [adapter.id, createHttpTranslation(adapter, options)]));
}

/** Language models may think for long before they write. */
const DEADLINES = { connect_timeout_ms: 10_000, first_byte_timeout_ms: 120_000, timeout_ms: 180_000 };
const MAX_BODY_BYTES = 4 * 1_048_576;

/** A provider that is called over HTTP with the customer's key. */
export function createHttpTranslation(
  adapter: TranslationAdapter,
  options: HttpProviderOptions,
): TranslationProvider {
  const http = createHttpProvider(
    {
      ...adapter,
      id: adapter.address_id ?? adapter.id,
      max_body_bytes: MAX_BODY_BYTES,
      deadlines: DEADLINES,
    },
    options,
  );
  const { id, models, initial_slots, max_texts, max_characters, otherModel } = adapter;
  return {
    id,
    models,
    initial_slots,
    max_texts,
    max_characters,
    ...(otherModel && { otherModel }),
    async translate(request, signal): Promise<TranslationResponse> {
      signal.throwIfAborted();
      const { credentials } = requireAccess(adapter, request);
      const fullRequest = { ...request, credentials };
      const response = await http.call(adapter.render(fullRequest), { credentials, signal });
      const rawResponse = await readResponse(response, credentials, () =>
        adapter.read(response, fullRequest),
      );
      return { ...rawResponse, request_id: rawResponse.request_id ?? findRequestId(response) };
    },
    close: http.close,
  };
}

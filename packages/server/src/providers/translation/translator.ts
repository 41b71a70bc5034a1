import type { Credentials } from '../http-partner.ts';

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

/** What a term of a text must be called; `keep`: it stays as it is. */
export interface TextTerm {
  source: string;
  target: string;
  keep: boolean;
}

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
  /** What was wrong with an earlier answer. */
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

export interface TranslationAnswer {
  /** As they came: whether each text is there once is for the caller to see. */
  texts: { id: string; text: string }[];
  /** Why there are no texts, or fewer, where the provider says so. */
  remark: string | null;
  billed: { unit: 'characters' | 'tokens'; amount: number } | null;
  request_id: string | null;
}

/** One partner that translates, behind the interface that all of them share. */
export interface TranslationProvider {
  id: string;
  models: readonly TranslationModel[];
  /** A model that is not in the list, where a customer may have it. */
  otherModel?(id: string): TranslationModel;
  /** Requests at once that a key is taken to allow until its provider says otherwise. */
  starting_places: number;
  /** Most texts of one request, and most characters of all of them. */
  most_texts: number;
  most_characters: number;
  /** Rejects with a `ProviderError`, or with the signal's reason once aborted. */
  translate(request: TranslationRequest, signal: AbortSignal): Promise<TranslationAnswer>;
  close(): Promise<void>;
}

/** Every provider of translations by its id. */
export type TranslationProviders = ReadonlyMap<string, TranslationProvider>;

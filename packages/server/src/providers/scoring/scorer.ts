import type { Credentials } from '../keys/key-check.ts';

export { ProviderError, type ProviderErrorKind } from '../provider-error.ts';

export interface ScoringRequest {
  /** WAV, 16 kHz, mono: what models of this kind are trained on. */
  audio: Uint8Array;
  credentials: Credentials;
  signal: AbortSignal;
}

/** How natural a model finds a take. */
export interface NaturalnessScore {
  /** Mean opinion score, 1 to 5. */
  mos: number;
  /** As the endpoint calls it; null where it does not say. */
  model: string | null;
}

/** An endpoint of a customer's own that listens to takes. */
export interface ScoringProvider {
  id: 'scoring_endpoint';
  /** Requests at once that an endpoint is taken to allow until it says otherwise. */
  starting_places: number;
  /** Rejects with a `ProviderError`, or with the signal's reason once aborted. */
  score(request: ScoringRequest): Promise<NaturalnessScore>;
  close(): Promise<void>;
}

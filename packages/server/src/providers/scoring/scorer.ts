import type { Credentials } from '../keys/key-check.ts';

export { ProviderError, type ProviderErrorKind } from '../provider-error.ts';

export interface ScoringRequest {
  /** WAV, 16 kHz, mono: the training format of such models. */
  audio: Uint8Array;
  credentials: Credentials;
  signal: AbortSignal;
}

/** The naturalness score of a take. */
export interface NaturalnessScore {
  /** Mean opinion score, 1 to 5. */
  mos: number;
  /** The model's name for itself; null if not reported. */
  model: string | null;
}

/** A customer's own endpoint that scores takes. */
export interface ScoringProvider {
  id: 'scoring_endpoint';
  /** The assumed concurrency limit until the endpoint reports another. */
  starting_places: number;
  /** Rejects with a `ProviderError`, or with the signal's reason after an abort. */
  score(request: ScoringRequest): Promise<NaturalnessScore>;
  close(): Promise<void>;
}

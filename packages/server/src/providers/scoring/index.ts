export { createHttpScoring } from './http-scoring.ts';
export {
  type NaturalnessScore,
  ProviderError,
  type ProviderErrorKind,
  type ScoringProvider,
  type ScoringRequest,
} from './scorer.ts';

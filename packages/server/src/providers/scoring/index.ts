export { ProviderError, type ProviderErrorKind } from '../provider-error.ts';
export {
  createHttpScoring,
  type NaturalnessScore,
  type ScoringProvider,
  type ScoringRequest,
} from './http-scoring.ts';

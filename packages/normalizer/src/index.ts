export { leavesToVoice, normalizeText } from './normalize.ts';
export {
  type FindMarkup,
  type MarkupSpan,
  NORMALIZER_KINDS,
  type Normalized,
  type NormalizeOptions,
  type NormalizerKind,
} from './types.ts';
export { isUnspaced } from './unspaced.ts';

export { splitAtEmoji } from './emoji.ts';
export { compileRules, leavesToVoice, normalizeText } from './normalize.ts';
export { isUnspaced } from './partial.ts';
export {
  type FindMarkup,
  type MarkupSpan,
  NORMALIZER_KINDS,
  type Normalized,
  type NormalizeOptions,
  type NormalizerKind,
} from './types.ts';

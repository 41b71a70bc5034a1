export {
  type Candidate,
  checkTranslation,
  type TranslationCheck,
  type TranslationFault,
} from './checks.ts';
export { type GlossaryEntry, type Term, termsOf } from './glossary.ts';
export { expectedRatio, type LengthLimits, lengthLimits, lengthOf, mostByRatio } from './length.ts';
export { type FixedPiece, fixedPieces } from './pieces.ts';
export { pseudoTranslate } from './pseudo.ts';

export { align, distanceOf, type Step } from './align.ts';
export { type Comparison, compareTexts, countedRate, type HeardText } from './compare.ts';
export { type DiffPart, diffOf } from './diff.ts';
export { faultsOf, type TextFault } from './faults.ts';
export type { Part } from './parts.ts';
export { type PronouncedWord, pronouncedWords, type WordEntry } from './pronounced.ts';
export type { Sounds } from './sounds.ts';
export type { Timed } from './timed.ts';
export { type Token, tokensOf } from './tokens.ts';

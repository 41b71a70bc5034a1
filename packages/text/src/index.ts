export { type Comparison, compareTexts, countedRate } from './accuracy/compare.ts';
export { buildDiff, type DiffPart } from './accuracy/diff.ts';
export { misheardWords } from './accuracy/misheard.ts';
export { type PronouncedWord, pronouncedWords, type WordEntry } from './accuracy/pronounced.ts';
export { type RecordedWord, recordedWords } from './accuracy/recorded.ts';
export type { Sounds } from './accuracy/sounds.ts';
export { countMissingEnd, findTextErrors } from './accuracy/text-errors.ts';
export { tokenize } from './accuracy/tokens.ts';
export { countText } from './count-text.ts';
export { type CastingError, type CastingRow, readCastingSheet } from './formats/casting-sheet.ts';
export { type CountedScript, countScript, type ScriptCounts } from './formats/count-script.ts';
export { textCell, writeScriptCsv } from './formats/csv/write-csv.ts';
export {
  ALL_LOCALES,
  entriesInOrder,
  LEXICON_FORMATS,
  type LexiconEntry,
  type LexiconFormat,
  type LexiconProblem,
  languagesFor,
  readLexicon,
  writeLexicon,
} from './formats/lexicon/lexicon.ts';
export type { LineControls } from './formats/line-controls.ts';
export { charactersOver, type LimitedLine, overLimit } from './formats/over-limit.ts';
export {
  fileKey,
  RECORDING_LIST_FORMATS,
  type RecordingFacts,
  readRecordingList,
} from './formats/recordings/recording-list.ts';
export { readRecordingName } from './formats/recordings/recording-name.ts';
export {
  isArchive,
  isScriptFormat,
  isTextFormat,
  type ParsedScript,
  parseScript,
  type ScriptFormat,
  type ScriptInput,
} from './formats/script.ts';
export { quoteForMessage, ScriptError, type ScriptErrorCode, unknownLocale } from './formats/script-error.ts';
export type { ScriptLine } from './formats/script-lines.ts';
export type { ScriptReading } from './formats/script-reading.ts';
export { type SubtitleCue, writeSrt, writeVtt } from './formats/srt/write-subtitles.ts';
export { type TranscriptLine, transcriptLines } from './formats/transcript-lines.ts';
export { type ScriptUnit, writeXliff12, writeXliff20, type XliffPart } from './formats/xml/write-xliff.ts';
export type { UnitMarkup } from './formats/xml/xliff-markup.ts';
export { cleanScript, countCharacters, truncate } from './locales/characters.ts';
export { detectLanguage } from './locales/detect-language.ts';
export { languageOf, normalizeLocale } from './locales/locale.ts';
export { type PhonemePart, phonemeParts, phonemeTag } from './locales/phoneme-tags.ts';
export { recordingTag, withoutRecordings, withoutWrittenTags } from './locales/recording-tags.ts';
export { splitSentences } from './locales/sentences.ts';
export { contextKey, type WordContext, wordKey, wordReplacer } from './locales/whole-words.ts';
export { contextBetween, rowNeighbors, type SpeechContext } from './markup/context.ts';
export { hasSpeech, NOTHING_TO_SPEAK, skipReason } from './markup/has-speech.ts';
export { createJoiner } from './markup/joiner.ts';
export { markupTally } from './markup/notices.ts';
export { type MarkupPolicy, mergeValues, type PlaceholderValues } from './markup/policy.ts';
export { mayHoldMarkup } from './markup/segments.ts';
export { type LinePart, type RecordingPart, speechPieces, splitAtBreaks } from './markup/speech-pieces.ts';
export {
  cleanText,
  maxAddedCharacters,
  type SpeechText,
  speechText,
  transcriptText,
} from './markup/speech-text.ts';
export { speechSentences, veilMarkup } from './markup/veil.ts';
export { findMarkup, listMarkup, type MarkupPart } from './markup/views.ts';
export { canRespell, respell } from './respelling/respelling.ts';
export { type Candidate, checkTranslation, type TranslationError } from './translate/checks.ts';
export { findTerms, type GlossaryEntry } from './translate/glossary.ts';
export { expectedRatio, lengthLimits, maxLengthByRatio, spokenLength } from './translate/length.ts';
export { fixedPieces } from './translate/pieces.ts';
export { maxPseudoLength, pseudoTranslate } from './translate/pseudo.ts';

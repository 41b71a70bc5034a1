import {
  type CastingError,
  type CastingRow,
  type LexiconEntry,
  type LexiconFormat,
  type LexiconProblem,
  parseScript,
  type RecordingFacts,
  readCastingSheet,
  readLexicon,
  readRecordingList,
  type ScriptInput,
  type ScriptLine,
  type ScriptReading,
} from '@voiceloom/text';

/** What a text file contains: its rows in order, and the facts about the whole file. */
interface Contents<Row, Facts> {
  rows: Row[];
  facts: Facts;
}

/** The texts of users that the service reads, by what they are. */
export interface TextInputs {
  /** `first_lines`: how many lines the caller needs. The whole script is still read and checked. */
  script: ScriptInput & { first_lines?: number | undefined };
  casting_sheet: { bytes: Uint8Array; format: string };
  recording_list: { bytes: Uint8Array; format: string };
  lexicon: { bytes: Uint8Array; format: LexiconFormat; language: string | null };
}

export interface TextContents {
  script: Contents<ScriptLine, ScriptReading>;
  casting_sheet: Contents<CastingRow, CastingError[]>;
  recording_list: Contents<RecordingFacts, null>;
  /** The problems in the first rows, and how many there are. */
  lexicon: Contents<LexiconEntry & { row: number }, { problems: LexiconProblem[]; problems_count: number }>;
}

/** The maximum number of problems of a lexicon that are listed. */
export const MAX_LEXICON_PROBLEMS = 100;

export type TextKind = keyof TextInputs;

const READERS: { [Kind in TextKind]: (input: TextInputs[Kind]) => TextContents[Kind] } = {
  script({ first_lines, ...input }) {
    const { lines, reading } = parseScript(input);
    return { rows: first_lines === undefined ? lines : lines.slice(0, first_lines), facts: reading };
  },
  casting_sheet({ bytes, format }) {
    const { rows, errors } = readCastingSheet(bytes, format);
    return { rows, facts: errors };
  },
  recording_list({ bytes, format }) {
    return { rows: readRecordingList(bytes, format), facts: null };
  },
  lexicon({ bytes, format, language }) {
    const { entries, problems } = readLexicon(new TextDecoder().decode(bytes), format, { language });
    problems.sort((one, other) => one.row - other.row);
    const facts = { problems: problems.slice(0, MAX_LEXICON_PROBLEMS), problems_count: problems.length };
    return { rows: entries, facts };
  },
};

/** Reads a text in this thread. Throws a ScriptError that names the place in the text. */
export function readText<Kind extends TextKind>(kind: Kind, input: TextInputs[Kind]): TextContents[Kind] {
  return READERS[kind](input);
}

import { countText } from '../count-text.ts';
import type { ScriptColumns } from './csv/csv-columns.ts';
import { quoteForMessage } from './script-error.ts';
import type { RawLine, Sink } from './script-lines.ts';
import type { ReadingNotes } from './script-reading.ts';

/** A name before a colon at the start of a line: `ANNA: Hello.`, `Old Man (whispering): Come.`, `太郎：はい。` */
export interface SpeakerLabel {
  name: string;
  /** Whether the name has only capitals. */
  is_upper: boolean;
  direction: string | null;
  /** The text after the label. */
  text: string;
}

/**
 * A label, with its name and its direction: `- Old Man (whispering):`. The colon is followed by a space, unless it is that
 * of Chinese and Japanese.
 */
const LABEL =
  /^\s{0,8}(?:[-–—‐]\s{0,4})?([\p{Lu}\p{Lo}][\p{L}\p{M}\p{N} .'’&/#-]{0,39})(?:\s?[([（]([^()[\]（）]{1,60})[)\]）])?\s{0,3}(?::(?=\s|$)|：)/u;
/** Words before a colon that begin a spoken text. */
const NO_LABEL =
  /^(?:NOTE|WARNING|CAUTION|DANGER|ATTENTION|IMPORTANT|REMEMBER|REMINDER|TIP|HINT|EXAMPLE|BONUS|UPDATE|NEWS|BREAKING|RESULT|TOTAL|TITLE|QUESTION|ANSWER|PS|P\.S\.?|ACHTUNG|WARNUNG|HINWEIS|WICHTIG|GEFAHR|TIPP|BEISPIEL|ERGEBNIS|FRAGE|ANTWORT|AVERTISSEMENT|REMARQUE|EXEMPLE|ATTENZIONE|PERICOLO|NOTA|ATENCIÓN|ADVERTENCIA|PELIGRO|ATENÇÃO|AVISO|(?:CHAPTER|PART|EPISODE|SCENE|ACT|STEP|LESSON|UNIT|SECTION|VOLUME|BOOK|DAY|LEVEL|ROUND|KAPITEL|TEIL|FOLGE|SZENE|SCHRITT|CHAPITRE|PARTIE|ÉPISODE|SCÈNE|CAPÍTULO|PARTE|CAPITOLO|EPISODIO) .{1,30})$/u;
/** Small words in names. */
const PARTICLES = new Set('von van de del della di da dos du la le el al bin of the and und et y'.split(' '));
const MAX_NAME_WORDS = 3;
/** The end of a sentence, also with closing quotes or brackets: `Go!”`. */
const SENTENCE_END = /[.!?…。！？»”"'’)\]♪]\s*$/u;

/** Whether words before a colon can name a speaker: they have two letters or a Chinese one, and begin no spoken text. */
export function canBeSpeaker(name: string): boolean {
  const letterCount = name.match(/\p{L}/gu)?.length ?? 0;
  // A single letter such as `母` is a name in writing systems without upper and lower case.
  const isLongEnough = letterCount >= 2 || /^\p{Lo}$/u.test(name);
  return isLongEnough && !NO_LABEL.test(name.toUpperCase());
}

/** The label that a line seems to begin with, or null. */
export function readLabel(line: string): SpeakerLabel | null {
  const [label, words = '', direction = null] = LABEL.exec(line) ?? [];
  if (label === undefined) return null;
  const name = words.trim().replace(/\s+/g, ' ');
  const nameWords = name.split(' ').filter((word) => !PARTICLES.has(word));
  const is_upper = name === name.toUpperCase() && name !== name.toLowerCase();
  const isTooLong = nameWords.length > MAX_NAME_WORDS && !is_upper;
  const hasCapitals = nameWords.every((word) => /^[\p{Lu}\p{Lo}\p{N}&#]/u.test(word));
  if (!canBeSpeaker(name) || isTooLong || !hasCapitals) return null;
  return { name, is_upper, direction: direction?.trim() ?? null, text: line.slice(label.length).trim() };
}

/** How many lines, and how much text, decide whether a file has labels. */
export const MAX_SAMPLE_LINES = 200;
export const MAX_SAMPLE_LENGTH = 262_144;

/** For a file whose labels are text. */
const isNoSpeaker = (): boolean => false;

/** Decides from a sample of lines whether labels name speakers. */
export function createLabelSample() {
  const labels: { key: string; label: SpeakerLabel; row: number }[] = [];
  let lines = 0;
  const groupByName = () => Map.groupBy(labels, ({ key }) => key);
  /** Whether a label is like a name: it has only capitals, or occurs more than once. All labels are if `isComplete`. */
  const createDecision =
    (names: ReadonlyMap<string, readonly unknown[]>, isComplete: boolean) =>
    ({ name, is_upper }: SpeakerLabel): boolean =>
      is_upper || isComplete || (names.get(name.toUpperCase())?.length ?? 0) > 1;
  return {
    add(line: string, row: number): void {
      if (line.trim() === '') return;
      lines += 1;
      const label = readLabel(line);
      if (label) labels.push({ key: label.name.toUpperCase(), label, row });
    },
    /**
     * Whether a label of a script names a speaker. A script is a dialogue if most of its lines have a label before a
     * sentence, and if a name recurs.
     */
    decideForScript(): (label: SpeakerLabel) => boolean {
      const labelsWithText = labels.filter(({ label }) => label.text !== '');
      const sentences = labelsWithText.filter(({ label }) => SENTENCE_END.test(label.text));
      if (sentences.length * 2 < labelsWithText.length) return isNoSpeaker;
      const names = groupByName();
      const share = labels.length / Math.max(1, lines);
      const isComplete = share >= 0.8;
      const aNameRecurs = [...names.values()].some(({ length }) => length > 1);
      let isDialogue = aNameRecurs && share >= 0.5;
      // One name alone must be before almost every line.
      if (names.size <= 1) isDialogue = labels.length > 2 && isComplete;
      return isDialogue ? createDecision(names, isComplete) : isNoSpeaker;
    },
    /** The same for subtitles, which have a label only where the speaker changes. */
    decideForSubtitles(): (label: SpeakerLabel) => boolean {
      const names = groupByName();
      const isComplete = names.size > 1 && labels.length >= lines * 0.8;
      return createDecision(names, isComplete);
    },
    /**
     * Reports labels that are spoken, if they are too many for a coincidence. `minShare`: the share of lines below which
     * labels are probably text, unless other labels are read or a name has only capitals.
     */
    reportSpoken(
      isSpeaker: (label: SpeakerLabel) => boolean,
      { notes, minShare }: { notes: ReadingNotes; minShare: number },
    ): void {
      const textLabels = labels.filter(({ label }) => !isSpeaker(label));
      const [first] = textLabels;
      if (!first) return;
      const count = textLabels.length;
      const isRare = count === 1 || count < lines * minShare;
      const isText = count === labels.length && !textLabels.some(({ label }) => label.is_upper);
      if (isRare && isText) return;
      const lineCount = count === 1 ? 'A line seems' : `${count} lines seem`;
      const message = `${lineCount} to begin with the name of a speaker, which is spoken, such as ${quoteForMessage(`${first.label.name}:`)}. Put speakers into a column of a csv file, or begin every line with one.`;
      notes.doubtful({ row: first.row, code: 'spoken_label', message });
    },
  };
}

/** Counts the labels that are read as characters, for one note about all of them. */
export function createLabelNote(notes: ReadingNotes) {
  let count = 0;
  let first: { name: string; row: number } | undefined;
  return {
    add(name: string, row: number): void {
      count += 1;
      first ??= { name, row };
    },
    finish(): void {
      if (!first) return;
      const label = quoteForMessage(`${first.name}:`);
      const message = `In ${countText(count, 'line')}, the name before a colon, such as ${label}, is read as the character and not spoken. To speak it, set \`columns.character_name\` to null.`;
      notes.skipped({ row: first.row, code: 'speaker_label', message });
    },
  };
}

/** Whether the config leaves labels in the text. */
export const keepsLabels = ({ columns }: { columns?: ScriptColumns | undefined }): boolean =>
  columns?.character_name === null;

/** The parts of a line, each with its speaker and direction. `speaker`: who speaks a text without a label. */
function splitByLabels(
  raw: RawLine,
  isSpeaker: (label: SpeakerLabel) => boolean,
  speaker: string | null,
): { parts: RawLine[]; labels: SpeakerLabel[] } {
  const lines = raw.script.split('\n');
  const labels: SpeakerLabel[] = [];
  let part: RawLine = { ...raw, script: '' };
  if (speaker !== null) part.character_name = speaker;
  const parts = [part];
  for (const [index, line] of lines.entries()) {
    const label = readLabel(line);
    if (!label || !isSpeaker(label)) {
      part.script += part.script === '' ? line : `\n${line}`;
      continue;
    }
    labels.push(label);
    part = { ...raw, entry: raw.row + index / lines.length, script: label.text, character_name: label.name };
    if (label.direction !== null) part.direction = label.direction;
    parts.push(part);
  }
  return { parts: parts.filter(({ script }) => script.trim() !== ''), labels };
}

/** A sink that reads the labels of prose as characters, once the first lines show that they name speakers. */
export function createLabelSink(sink: Sink, options: { columns?: ScriptColumns | undefined }) {
  const sample = createLabelSample();
  const note = createLabelNote(sink.notes);
  /** The first lines, which wait for the decision about labels; null after it. */
  let sampleLines: RawLine[] | null = keepsLabels(options) ? null : [];
  let sampleLength = 0;
  let isSpeaker: (label: SpeakerLabel) => boolean = isNoSpeaker;
  /** The speaker of the next lines, whose name has a line of its own. */
  let speaker: string | null = null;

  /** Adds a line, split at its labels. */
  const add = (raw: RawLine): void => {
    if (!raw.is_prose || isSpeaker === isNoSpeaker) {
      sink.add(raw);
      return;
    }
    const { parts, labels } = splitByLabels(raw, isSpeaker, speaker);
    for (const part of parts) sink.add(part);
    for (const { name } of labels) note.add(name, raw.row);
    const last = labels.at(-1);
    if (last) speaker = last.text === '' ? last.name : null;
    else if (raw.script.trim() === '') speaker = null;
  };
  /** Decides about labels, and adds the lines that waited for it. */
  const decide = (): void => {
    const lines = sampleLines ?? [];
    sampleLines = null;
    isSpeaker = sample.decideForScript();
    sample.reportSpoken(isSpeaker, { notes: sink.notes, minShare: 0.1 });
    for (const raw of lines) add(raw);
  };
  return {
    sink: {
      ...sink,
      add(raw: RawLine): void {
        if (sampleLines === null) {
          add(raw);
          return;
        }
        sampleLines.push(raw);
        sampleLength += raw.script.length;
        if (raw.is_prose) for (const line of raw.script.split('\n')) sample.add(line, raw.row);
        if (sampleLines.length >= MAX_SAMPLE_LINES || sampleLength >= MAX_SAMPLE_LENGTH) decide();
      },
    },
    /** Adds the lines that are left. */
    end(): void {
      if (sampleLines !== null) decide();
      note.finish();
    },
  };
}

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

const LABEL =
  /^\s{0,8}(?:[-–—‐]\s{0,4})?([\p{Lu}\p{Lo}][\p{L}\p{M}\p{N} .'’&/#-]{0,39})(?:\s?[([（]([^()[\]（）]{1,60})[)\]）])?\s{0,3}(?::(?=\s|$)|：)/u;
/** Words before a colon that begin a spoken text. */
const NO_LABEL =
  /^(?:NOTE|WARNING|CAUTION|DANGER|ATTENTION|IMPORTANT|REMEMBER|REMINDER|TIP|HINT|EXAMPLE|BONUS|UPDATE|NEWS|BREAKING|RESULT|TOTAL|TITLE|QUESTION|ANSWER|PS|P\.S\.?|ACHTUNG|WARNUNG|HINWEIS|WICHTIG|GEFAHR|TIPP|BEISPIEL|ERGEBNIS|FRAGE|ANTWORT|AVERTISSEMENT|REMARQUE|EXEMPLE|ATTENZIONE|PERICOLO|NOTA|ATENCIÓN|ADVERTENCIA|PELIGRO|ATENÇÃO|AVISO|(?:CHAPTER|PART|EPISODE|SCENE|ACT|STEP|LESSON|UNIT|SECTION|VOLUME|BOOK|DAY|LEVEL|ROUND|KAPITEL|TEIL|FOLGE|SZENE|SCHRITT|CHAPITRE|PARTIE|ÉPISODE|SCÈNE|CAPÍTULO|PARTE|CAPITOLO|EPISODIO) .{1,30})$/u;
/** Small words in names. */
const PARTICLES = new Set('von van de del della di da dos du la le el al bin of the and und et y'.split(' '));
const MAX_NAME_WORDS = 3;
const SENTENCE_END = /[.!?…。！？»”"'’)\]♪]\s*$/u;

/** Whether words before a colon can name a speaker. */
export const canBeSpeaker = (name: string): boolean =>
  ((name.match(/\p{L}/gu)?.length ?? 0) >= 2 || /^\p{Lo}$/u.test(name)) && !NO_LABEL.test(name.toUpperCase());

/** The label that a line seems to begin with, or null. */
export function readLabel(line: string): SpeakerLabel | null {
  const [label, words = '', direction = null] = LABEL.exec(line) ?? [];
  if (label === undefined) return null;
  const name = words.trim().replace(/\s+/g, ' ');
  const nameWords = name.split(' ').filter((word) => !PARTICLES.has(word));
  const is_upper = name === name.toUpperCase() && name !== name.toLowerCase();
  if (!canBeSpeaker(name) || (nameWords.length > MAX_NAME_WORDS && !is_upper)) return null;
  if (!nameWords.every((word) => /^[\p{Lu}\p{Lo}\p{N}&#]/u.test(word))) return null;
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
  const countNames = () => Map.groupBy(labels, ({ key }) => key);
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
      const names = countNames();
      const share = labels.length / Math.max(1, lines);
      const recurs = [...names.values()].some(({ length }) => length > 1);
      const spokenLabels = labels.filter(({ label }) => label.text !== '');
      const sentences = spokenLabels.filter(({ label }) => SENTENCE_END.test(label.text));
      if (sentences.length * 2 < spokenLabels.length) return isNoSpeaker;
      const isDialogue = names.size > 1 ? recurs && share >= 0.5 : labels.length > 2 && share >= 0.8;
      if (!isDialogue) return isNoSpeaker;
      const isComplete = share >= 0.8;
      return ({ name, is_upper }) =>
        is_upper || isComplete || (names.get(name.toUpperCase())?.length ?? 0) > 1;
    },
    /** The same for subtitles, which have a label only where the speaker changes. */
    decideForSubtitles(): (label: SpeakerLabel) => boolean {
      const names = countNames();
      const isComplete = names.size > 1 && labels.length >= lines * 0.8;
      return ({ name, is_upper }) =>
        is_upper || isComplete || (names.get(name.toUpperCase())?.length ?? 0) > 1;
    },
    /**
     * Reports labels that are spoken, if they are too many for a coincidence. `minShare`: the share of lines below which
     * labels are probably text, unless other labels are read or a name has only capitals.
     */
    reportSpoken(
      isSpeaker: (label: SpeakerLabel) => boolean,
      { notes, minShare }: { notes: ReadingNotes; minShare: number },
    ): void {
      const spoken = labels.filter(({ label }) => !isSpeaker(label));
      const [first] = spoken;
      if (!first) return;
      const isRare = spoken.length === 1 || spoken.length < lines * minShare;
      const isText = spoken.length === labels.length && !spoken.some(({ label }) => label.is_upper);
      if (isRare && isText) return;
      const lineCount = spoken.length === 1 ? 'A line seems' : `${spoken.length} lines seem`;
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
  let sampleLines: RawLine[] | null = keepsLabels(options) ? null : [];
  let length = 0;
  let isSpeaker: (label: SpeakerLabel) => boolean = isNoSpeaker;
  /** The speaker of the next lines, whose name has a line of its own. */
  let speaker: string | null = null;

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
        length += raw.script.length;
        if (raw.is_prose) for (const line of raw.script.split('\n')) sample.add(line, raw.row);
        if (sampleLines.length >= MAX_SAMPLE_LINES || length >= MAX_SAMPLE_LENGTH) decide();
      },
    },
    /** Adds the lines that are left. */
    end(): void {
      if (sampleLines !== null) decide();
      note.finish();
    },
  };
}

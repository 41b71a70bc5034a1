import { cleanScript, countCharacters } from '../../locales/characters.ts';
import type { ScriptColumns } from '../csv/csv-columns.ts';
import type { TextReader } from '../line-reader.ts';
import { brokenFile, quoteForMessage } from '../script-error.ts';
import type { Sink } from '../script-lines.ts';
import {
  createLabelNote,
  createLabelSample,
  keepsLabels,
  MAX_SAMPLE_LENGTH,
  MAX_SAMPLE_LINES,
  type SpeakerLabel,
} from '../speaker-labels.ts';
import { type CueText, readCueText } from './cue-text.ts';
import { type Cue, createCueReader } from './cues.ts';

/** Reads SRT or WebVTT: a line for each voice of each cue. */
export function createSubtitleReader(options: { columns?: ScriptColumns }, sink: Sink): TextReader {
  const counts = { cues: 0, broken_cues: 0 };
  const sample = createLabelSample();
  const note = createLabelNote(sink.notes);
  let isSpeaker: (label: SpeakerLabel) => boolean = () => false;
  /** The first cues, which wait for the decision about labels; null after it. */
  let sampleCues: Cue[] | null = keepsLabels(options) ? null : [];
  let sampleLength = 0;
  let hasText = false;
  /** The number of the last line. */
  let entry = 0;
  const addCue = (cue: Cue): void => {
    const text = readCueText(cue.text, isSpeaker);
    for (const name of text.labels) note.add(name, cue.row);
    entry = addLines(cue, text, { sink, entry });
  };
  const decide = (): void => {
    const cues = sampleCues ?? [];
    sampleCues = null;
    isSpeaker = sample.decideForSubtitles();
    sample.reportSpoken(isSpeaker, { notes: sink.notes, minShare: 0 });
    for (const cue of cues) addCue(cue);
  };
  const reader = createCueReader({
    cue(cue) {
      counts.cues += 1;
      if (sampleCues === null) {
        addCue(cue);
        return;
      }
      sampleCues.push(cue);
      sampleLength += cue.text.length;
      for (const { speaker, text } of readCueText(cue.text, () => false).parts)
        if (speaker === null) for (const line of text.split('\n')) sample.add(line, cue.row);
      if (sampleCues.length >= MAX_SAMPLE_LINES || sampleLength >= MAX_SAMPLE_LENGTH) decide();
    },
    skipped(block) {
      if (block.code === 'invalid_cue') counts.broken_cues += 1;
      sink.notes.skipped(block);
    },
  });
  const write = (text: string): void => {
    hasText ||= cleanScript(text) !== '';
    reader.write(text);
  };
  const end = (): void => {
    reader.end();
    if (sampleCues !== null) decide();
    note.finish();
    if (counts.cues > 0 || !hasText) return;
    if (counts.broken_cues === 0) throw brokenFile('The file has no subtitle cue (no line with `-->`).', 1);
    throw brokenFile('No cue has valid times. They must have the form `00:00:01,000 --> 00:00:02,500`.', 1);
  };
  return { write, end };
}

/** Adds the lines of a cue and returns the number of the last one. */
function addLines(
  cue: Cue,
  { parts, sounds }: CueText,
  { sink, entry }: { sink: Sink; entry: number },
): number {
  const { add, notes } = sink;
  const { row } = cue;
  for (const sound of sounds) {
    const message = `${quoteForMessage(sound)} describes a sound or a speaker and is not spoken.`;
    notes.skipped({ row, code: 'sound_description', message });
  }
  const partsWithText = parts.filter(({ text }) => cleanScript(text) !== '');
  if (partsWithText.length === 0 && sounds.length === 0)
    notes.skipped({ row, code: 'no_text', message: 'The cue has no text to speak.' });
  const totalLength = partsWithText.reduce((sum, { text }) => sum + countCharacters(text), 0);
  const length_ms = cue.end_ms - cue.start_ms;
  let lengthBefore = 0;
  for (const [index, { speaker, text }] of partsWithText.entries()) {
    // The voices of one cue speak after each other, so they share its time by the lengths of their texts.
    const start_ms = cue.start_ms + Math.round((Math.max(0, length_ms) * lengthBefore) / totalLength);
    lengthBefore += countCharacters(text);
    const end_ms = cue.start_ms + Math.round((length_ms * lengthBefore) / totalLength);
    // Lines of Chinese and Japanese are joined without spaces.
    const script = text
      .replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。、！？])\n/gu, '')
      .replaceAll('\n', ' ');
    add({
      script,
      row,
      entry: entry + index + 1,
      start_ms,
      max_duration_ms: length_ms > 0 ? Math.max(1, end_ms - start_ms) : null,
      character_name: speaker ?? undefined,
    });
  }
  return entry + partsWithText.length;
}

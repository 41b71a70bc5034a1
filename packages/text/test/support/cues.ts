import { type Cue, createCueReader } from '../../src/formats/srt.ts';

/** The cues of SRT or WebVTT text. */
export function parseCues(text: string): Cue[] {
  const cues: Cue[] = [];
  const reader = createCueReader({ cue: (cue) => cues.push(cue), skipped() {} });
  reader.write(text);
  reader.end();
  return cues;
}

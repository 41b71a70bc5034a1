import { readCueText } from '../../src/formats/srt/cue-text.ts';
import { type Cue, createCueReader } from '../../src/formats/srt/cues.ts';

/** The cues of SRT or WebVTT text, each as the words of its first voice. */
export function parseCues(text: string): (Cue & { speaker: string | null })[] {
  const cues: (Cue & { speaker: string | null })[] = [];
  const cue = (found: Cue) => {
    const [first = { speaker: null, text: '' }] = readCueText(found.text, () => true).parts;
    cues.push({ ...found, ...first });
  };
  const reader = createCueReader({ cue, skipped() {} });
  reader.write(text);
  reader.end();
  return cues;
}

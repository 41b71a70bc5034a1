import type { HeardEnd } from '@voiceloom/audio';
import { compareTexts, missingEnd } from '@voiceloom/text';
import type { AudioRow, ChunkContext, LineWork } from '../../model.ts';
import { newestTranscripts } from '../../sources/transcripts.ts';

/**
 * Whether the last words of suspicious takes are in an existing transcript. No provider is called: this check
 * must work without a key.
 */
export async function heardEnds(
  { app, run, works }: ChunkContext,
  isSuspect: (audio: AudioRow) => boolean,
): Promise<Map<LineWork, HeardEnd>> {
  const suspects = works.flatMap((work) => (work.input && isSuspect(work.input) ? [work] : []));
  const ids = suspects.map((work) => work.input_id);
  const transcripts = await newestTranscripts(app.db, run.workspace_id, ids);
  const ends = new Map<LineWork, HeardEnd>();
  for (const work of suspects) {
    const heard = transcripts.get(work.input_id);
    const { script, locale_code: locale } = work.line;
    const comparison = heard && (await compareTexts({ script, heard, locale }));
    if (comparison) ends.set(work, { missing_words: missingEnd(comparison) });
  }
  return ends;
}

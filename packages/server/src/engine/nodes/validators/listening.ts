import { unscored } from '@voiceloom/audio';
import { type Dictionary, loadDictionary } from '../../casting/dictionary.ts';
import type { AudioRow, RunLine } from '../../model.ts';
import { type ChunkContext, failedLine, type LineFunction } from '../../model.ts';
import type { Transcript } from '../../sources/transcripts.ts';
import { type Listener, type ListenerConfig, openListener } from './transcripts.ts';
import { type Judge, type Judgment, leaveValidator, openJudge } from './verdicts.ts';

/** What a transcript-based check needs, the same for all lines of a chunk. */
export interface ListeningTools {
  listener: Listener;
  dictionary: Dictionary;
}

/** A take to check. */
export interface CheckedTake {
  line: RunLine;
  input: AudioRow;
  signal: AbortSignal;
}

interface CheckByEar {
  kind: string;
  config: Judge['limits'] & ListenerConfig;
}

/** Opens a transcript-based check. `judging` prepares the judgment once per chunk. */
export async function listening(
  context: ChunkContext,
  { kind, config }: CheckByEar,
  judging: (request: ListeningTools) => (take: CheckedTake) => Promise<Judgment>,
): Promise<LineFunction> {
  const judge = await openJudge(context, config);
  const listener = await openListener(context, config);
  const locales = context.works.map(({ line }) => line.locale_code);
  const dictionary = await loadDictionary(context.app.db, context.run.workspace_id, locales);
  const judgmentOf = judging({ listener, dictionary });
  return async ({ line, input, ...work }, signal) => {
    if (!input) return failedLine('no_audio', 'The line reached a check without audio.');
    const judgment = await judgmentOf({ line, input, signal });
    return leaveValidator(judge, { line, input, ...work }, { kind, ...judgment });
  };
}

/** The transcriber and the transcript: the evidence that all transcript-based checks share. */
export function toldBy({ provider, model, language, heard_language, text }: Transcript) {
  return { provider, model, told_language: language || null, heard_language, transcript: text };
}

/** A take that could not be judged passes. */
export function withoutScore(reason: string): Judgment {
  const { evidence, findings, ...given } = unscored(reason, {});
  return { ...given, evidence: { ...evidence, findings } };
}

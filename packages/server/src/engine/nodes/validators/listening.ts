import { unscored } from '@voiceloom/audio';
import { type Dictionary, loadDictionary } from '../../casting/dictionary.ts';
import type { AudioRow, RunLine } from '../../model.ts';
import { type ChunkContext, failedLine, type LineFunction } from '../../model.ts';
import type { Transcript } from '../../sources/transcripts.ts';
import { type Listener, type ListenerConfig, openListener } from './transcripts.ts';
import { type Judge, type Judgment, leaveValidator, openJudge } from './verdicts.ts';

/** What a check by ear works with: the same for all lines of a chunk. */
export interface ListeningTools {
  listener: Listener;
  dictionary: Dictionary;
}

/** One take to be judged. */
export interface CheckedTake {
  line: RunLine;
  input: AudioRow;
  signal: AbortSignal;
}

interface CheckByEar {
  kind: string;
  config: Judge['limits'] & ListenerConfig;
}

/** Opens a check that listens to takes; `judging` says once for the chunk how each of them is judged. */
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

/** Who wrote the take down, and what was heard: the part of the evidence that all checks by ear have. */
export function toldBy({ provider, model, language, heard_language, text }: Transcript) {
  return { provider, model, told_language: language || null, heard_language, transcript: text };
}

/** A take that could not be judged is not held back. */
export function withoutScore(reason: string): Judgment {
  const { evidence, findings, ...given } = unscored(reason, {});
  return { ...given, evidence: { ...evidence, findings } };
}

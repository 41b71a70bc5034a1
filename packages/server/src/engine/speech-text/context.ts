import { contextBetween, type SpeechContext } from '@voiceloom/text';
import type { GeneratorConfig } from '../casting/voice-pool.ts';
import { markupPolicy, type Scripted } from './markup-policy.ts';

/** The surrounding lines that a generator sends to a model as context. */
export function contextIn(
  config: GeneratorConfig,
  near: { previous: Scripted | undefined; next: Scripted | undefined } | undefined,
): SpeechContext | undefined {
  const withPolicy = (line: Scripted | undefined) =>
    line && { text: line.script, policy: markupPolicy(config, line) };
  return near && contextBetween(withPolicy(near.previous), withPolicy(near.next));
}

import { contextBetween, type SpeechContext } from '@voiceloom/text';
import type { GeneratorConfig } from '../casting/voice-pool.ts';
import { markupPolicy, type Scripted } from './markup-policy.ts';

/** The lines around a line, in the same locale. */
export interface Neighbors {
  previous: Scripted | undefined;
  next: Scripted | undefined;
}

/** The surrounding lines that a generator sends to a model as context. */
export function createContext(
  config: GeneratorConfig,
  neighbors: Neighbors | undefined,
): SpeechContext | undefined {
  const withPolicy = (line: Scripted | undefined) =>
    line && { text: line.script, policy: markupPolicy(config, line) };
  return neighbors && contextBetween(withPolicy(neighbors.previous), withPolicy(neighbors.next));
}

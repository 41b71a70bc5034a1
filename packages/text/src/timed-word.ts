/** A word, or a segment of several, as a provider reports it. */
export interface TimedWord {
  text: string;
  start_ms: number;
  end_ms: number;
}

import type { Comparison } from './compare.ts';
import { type Part, runsOf } from './parts.ts';
import type { Timed } from './timed.ts';

/** An error in a take, according to its transcript. */
export interface TextFault {
  kind: 'missing_end' | 'missing_words' | 'repeated_words' | 'extra_words' | 'wrong_words';
  /** The number of words. */
  words: number;
  /** The missing, added or wrong words. */
  text: string;
  /** The expected text, for wrong words. */
  script?: string;
  start_ms: number | null;
  end_ms: number | null;
}

const MAX_FAULTS = 50;

/** Cut ends, missing, repeated, added and wrong words, each with its time in the audio. */
export function faultsOf(comparison: Comparison, duration_ms: number): TextFault[] {
  const { parts } = comparison;
  const of = (op: Part['op']) => runsOf(parts, (part) => part.op === op).slice(0, MAX_FAULTS);
  const faults = [
    ...of('delete').map((run) => missing(comparison, run, duration_ms)),
    ...of('insert').map((run) => added(comparison, run)),
    ...of('substitute').map((run) => wrong(comparison, run)),
  ];
  return faults.slice(0, MAX_FAULTS);
}

/** The script's words that are missing at the end of the transcript. */
export function missingEnd({ parts }: Pick<Comparison, 'parts'>): number {
  const last = parts.findLastIndex(({ op }) => op !== 'delete');
  return parts.length - 1 - last;
}

type Run = { from: number; parts: Part[] };

function missing({ script, heard, parts }: Comparison, { from, parts: run }: Run, end: number): TextFault {
  const words = run.flatMap((part) => part.script);
  const isEnd = from + run.length === parts.length;
  const before = neighbor(parts.slice(0, from).reverse(), heard);
  const after = neighbor(parts.slice(from + run.length), heard);
  const isTimed = heard.length === 0 || before?.end_ms != null || after?.start_ms != null;
  return {
    kind: isEnd ? 'missing_end' : 'missing_words',
    words: words.length,
    text: textOf(words.map((index) => script[index])),
    start_ms: isTimed ? (before?.end_ms ?? 0) : null,
    end_ms: isTimed ? (after?.start_ms ?? end) : null,
  };
}

function neighbor(parts: readonly Part[], heard: readonly Timed[]): Timed | undefined {
  const index = parts.find((part) => part.heard.length > 0)?.heard[0];
  return index === undefined ? undefined : heard[index];
}

function added({ heard }: Comparison, { parts: run }: Run): TextFault {
  const words = run.flatMap((part) => part.heard);
  const kind = isRepeated(heard, words) ? 'repeated_words' : 'extra_words';
  return { kind, words: words.length, ...placed(words, heard) };
}

/** Whether the inserted words repeat what comes directly before or after them. */
function isRepeated(heard: readonly Timed[], words: readonly number[]): boolean {
  const [first = 0, size] = [words[0], words.length];
  const at = (index: number) => heard[index]?.key;
  for (let period = 1; period <= size; period++) {
    if (first >= period && words.every((index) => at(index) === at(index - period))) return true;
  }
  return words.every((index) => at(index) === at(index + size));
}

function wrong({ script, heard }: Comparison, { parts: run }: Run): TextFault {
  const words = run.flatMap((part) => part.heard);
  const written = textOf(run.flatMap((part) => part.script).map((index) => script[index]));
  return { kind: 'wrong_words', words: run.length, ...placed(words, heard), script: written };
}

function placed(words: readonly number[], heard: readonly Timed[]) {
  const found = words.flatMap((index) => heard[index] ?? []);
  return {
    text: textOf(found),
    start_ms: found[0]?.start_ms ?? null,
    end_ms: found.at(-1)?.end_ms ?? null,
  };
}

function textOf(words: readonly ({ text: string } | undefined)[]): string {
  return words.map((word) => word?.text ?? '').join(' ');
}

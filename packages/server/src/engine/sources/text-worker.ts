import { ScriptError } from '@voiceloom/text';
import { readText, type TextInputs, type TextKind } from './text-tasks.ts';

/** A text to read in a thread. */
export interface TextTask<Kind extends TextKind = TextKind> {
  kind: Kind;
  input: TextInputs[Kind];
}

/** As JSON, in pieces: 100,000 rows in one message would block the receiving thread for a third of a second. */
export type TextOutcome =
  | { ok: true; pieces: string[]; facts: string }
  | { ok: false; error: Pick<ScriptError, 'code' | 'message' | 'row' | 'column' | 'field' | 'reading'> };

const PIECE_LENGTH = 131_072;

/** What a thread of the pool runs for each text. An error of the text is a result; others reject the task. */
export default function readInThread({ kind, input }: TextTask): TextOutcome {
  try {
    const { rows, facts } = readText(kind, input);
    const pieces: string[] = [];
    let piece: string[] = [];
    let length = 0;
    for (const row of rows) {
      const text = JSON.stringify(row);
      piece.push(text);
      length += text.length;
      if (length < PIECE_LENGTH) continue;
      pieces.push(`[${piece.join(',')}]`);
      piece = [];
      length = 0;
    }
    if (piece.length > 0) pieces.push(`[${piece.join(',')}]`);
    return { ok: true, pieces, facts: JSON.stringify(facts) };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const { code, message, row, column, field, reading } = error;
    return { ok: false, error: { code, message, row, column, field, reading } };
  }
}

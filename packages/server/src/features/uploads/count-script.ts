import { countCharacters, parseScript, ScriptError, type ScriptFormat } from '../../text/script.ts';

export interface ScriptCounts {
  char_count: number;
  line_count: number;
}

/** Characters and lines of a script file as a source node would read it; null when it cannot be read. */
export function countScript(bytes: Uint8Array, format: ScriptFormat): ScriptCounts | null {
  try {
    // Counting needs no language: a named one keeps the reader from detecting it line by line.
    const { lines } = parseScript({
      bytes,
      format,
      csv_column: null,
      csv_has_header: true,
      source_language: 'en',
    });
    const char_count = lines.reduce((sum, line) => sum + countCharacters(line.script), 0);
    return { char_count, line_count: lines.length };
  } catch (error) {
    if (error instanceof ScriptError) return null;
    throw error;
  }
}

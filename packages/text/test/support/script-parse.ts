import {
  type ParsedScript,
  parseScript,
  ScriptError,
  type ScriptInput,
  type ScriptLine,
} from '../../src/index.ts';

/** Reads a script like a source node, by default in American English. */
export function read(content: string | Uint8Array, options: Partial<ScriptInput> = {}): ParsedScript {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const input = { csv_column: null, csv_has_header: true, source_language: 'en-us' };
  return parseScript({ ...input, bytes, format: 'csv', ...options });
}

export function parse(content: string | Uint8Array, options: Partial<ScriptInput> = {}): ScriptLine[] {
  return read(content, options).lines;
}

export function faultOf(content: string | Uint8Array, options: Partial<ScriptInput> = {}): ScriptError {
  try {
    parse(content, options);
  } catch (error) {
    if (error instanceof ScriptError) return error;
    throw error;
  }
  throw new Error('expected a ScriptError');
}

/** Id, locale and text of each line. */
export function brief(content: string | Uint8Array, options: Partial<ScriptInput> = {}): string[] {
  return parse(content, options).map((line) => `${line.line_id} ${line.locale_code} ${line.script}`);
}

import type { ScriptLine, ScriptUnit } from '../../src/index.ts';

/** The lines that were read, as the units that an export writes. */
export async function* unitsOf(lines: readonly ScriptLine[]): AsyncGenerator<ScriptUnit> {
  for (const line of lines) {
    const { character_name, max_duration_ms, notes, direction, source_script: script } = line;
    const source = script && { ...line, script, locale_code: line.source_locale_code ?? '' };
    const facts = { character_name, max_duration_ms, notes, direction };
    yield source ? { source, target: line, ...facts } : { source: line, target: null, ...facts };
  }
}

export async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

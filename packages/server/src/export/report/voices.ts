import type { SkippedVoice } from '../export-line.ts';
import { formatNumber, localeName } from './format.ts';
import { renderTableCard } from './table.ts';

/** Who spoke in place of a voice that does not speak the language; nothing where everybody was cast as named. */
export function renderSkippedVoices(rows: readonly SkippedVoice[] = []): string {
  if (rows.length === 0) return '';
  return renderTableCard({
    label: 'Voices',
    title: 'Voices that were skipped',
    lead: 'The voice that is set for these lines does not speak their language.',
    columns: ['Character', 'Language', 'Named', 'Spoken by', 'Lines'],
    rows: rows.map(cellsOf),
  });
}

function cellsOf({ character_name, locale_code, named_voice, voice_name, lines }: SkippedVoice): string[] {
  return [character_name ?? '', localeName(locale_code), named_voice, voice_name, formatNumber(lines)];
}

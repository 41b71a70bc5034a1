import type { PassedOver } from './export-line.ts';
import { escapeHtml, formatNumber, localeName } from './report-format.ts';

/** Who spoke in place of a voice that does not speak the language; nothing where everybody was cast as named. */
export function renderPassedOver(rows: readonly PassedOver[] = []): string {
  if (rows.length === 0) return '';
  return (
    '<section class="card outliers" aria-label="Voices"><h2>Voices that were passed over</h2>' +
    '<p>A voice was named for these lines, but does not speak their language.</p>' +
    '<table><thead><tr><th>Character</th><th>Language</th><th>Named</th><th>Spoken by</th><th>Lines</th>' +
    `</tr></thead><tbody>${rows.map(renderRow).join('')}</tbody></table></section>\n`
  );
}

function renderRow({ character_name, locale_code, named_voice, voice_name, lines }: PassedOver): string {
  const cells = [character_name ?? '', localeName(locale_code), named_voice, voice_name, formatNumber(lines)];
  return `<tr>${cells.map((cell) => `<td dir="auto">${escapeHtml(cell)}</td>`).join('')}</tr>`;
}

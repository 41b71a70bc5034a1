import type { Upload, UploadScript } from '../../generated/types.ts';
import { ApiError, invalid } from '../api-error.ts';
import type { World } from '../world.ts';
import { readingOf } from './readings.ts';

const MOST_LINES = 50;
const DEFAULT_LOCALE = 'en-us';

/** A line for each non-empty line of the text, as runs of the test server have them. */
export function uploadScript(world: World, upload: Upload, language: string | undefined): UploadScript {
  if (upload.status !== 'confirmed') {
    const message = 'The upload is not confirmed: only a confirmed upload can be read.';
    throw new ApiError('CONFLICT', message);
  }
  const { id: upload_id, filename, category } = upload;
  if (category !== 'script') {
    const message = `${filename}: this is not a file format of scripts.`;
    throw invalid({ field: 'script', message });
  }
  const text = new TextDecoder().decode(world.bytes.get(upload_id));
  const rows = text.split(/\r?\n/);
  const locale_code = language ?? DEFAULT_LOCALE;
  const scripts = rows.flatMap((row, index) => (row.trim() === '' ? [] : [{ text: row, row: index + 1 }]));
  if (scripts.length === 0) throw invalid({ field: 'script', message: `${filename}: there are no lines.` });
  return {
    upload_id,
    filename,
    reading: readingOf(text, upload.format, locale_code),
    lines: scripts.slice(0, MOST_LINES).map(({ text: script, row }, index) => ({
      line_id: `L${String(index + 1).padStart(5, '0')}`,
      source_line_id: null,
      row,
      locale_code,
      character_name: null,
      script: script.trim(),
      notes: null,
      direction: null,
      max_duration_ms: null,
      start_ms: null,
    })),
  };
}

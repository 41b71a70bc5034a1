import { foldName, renderFileName } from '../../../export/file-names.ts';
import { RESERVED_NAMES } from '../../../export/files.ts';

interface NamedLine {
  locale_code: string;
  character_name: string | null;
  line_id: string;
  line_index: number;
  voice_name: string | null;
  ext: string;
}

/** Names delivered lines as in the ZIP; call it in export order. */
export function createNamer(
  pattern: string,
  run: { workflow_name: string; run_number: number },
): (line: NamedLine) => string {
  const taken = new Set(RESERVED_NAMES.map(foldName));
  return (line) => {
    const {
      locale_code: locale,
      character_name: character,
      line_id,
      line_index,
      voice_name: voice,
      ext,
    } = line;
    const { workflow_name: workflow, run_number } = run;
    const values = { locale, character, line_id, line_index, workflow, run: String(run_number), voice, ext };
    return renderFileName(pattern, values, taken);
  };
}

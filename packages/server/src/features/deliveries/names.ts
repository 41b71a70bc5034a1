import type { DeliveryNames } from '../../db/rows.ts';
import type { ExportItem } from '../../export/export-line.ts';
import { type ExportInput, listFiles } from '../../export/files.ts';

/** The number of files in an export, and the parts of their names that can change during the delivery. */
export async function survey(input: ExportInput): Promise<{ files_total: number; names: DeliveryNames }> {
  let files_total = 0;
  const voices: DeliveryNames['voices'] = {};
  for await (const { item } of listFiles(input)) {
    files_total += 1;
    const { voice_id, voice_name } = item ?? {};
    if (voice_id && voice_name) voices[voice_id] ??= voice_name;
  }
  return { files_total, names: { workflow: input.run.workflow_name, voices } };
}

/** The export as it was when the delivery began, whatever was renamed since. */
export function withNames(input: ExportInput, names: DeliveryNames): ExportInput {
  const { run, items } = input;
  const named = async function* (): AsyncGenerator<ExportItem> {
    for await (const item of items()) {
      const voice_name = (item.voice_id && names.voices[item.voice_id]) || item.voice_name;
      yield { ...item, voice_name };
    }
  };
  return { ...input, run: { ...run, workflow_name: names.workflow }, items: named };
}

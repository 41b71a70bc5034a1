import { buffer } from 'node:stream/consumers';
import { isStorageError } from '../../storage/index.ts';
import type { EngineApp } from '../engine-app.ts';
import { ScriptProblem } from './script-lines.ts';

/** The bytes of an upload. If it was deleted since the lookup, the source fails. */
export async function readUpload(
  { storage }: Pick<EngineApp, 'storage'>,
  { filename, object_key }: { filename: string; object_key: string },
): Promise<Buffer> {
  try {
    return await buffer((await storage.get(object_key)).stream);
  } catch (error) {
    if (!isStorageError(error, 'NOT_FOUND')) throw error;
    const message = `${filename} was deleted while the run read it.`;
    throw new ScriptProblem('upload_not_found', message, [{ field: 'upload_ids', message }]);
  }
}

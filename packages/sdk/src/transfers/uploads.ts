import type { Core } from '../core/request.ts';
import type { Upload, UploadsOperations } from '../generated/types.ts';
import type { UploadFile } from './upload-source.ts';

/** Uploads: the operations of the API, and `upload`, which combines all three steps. */
export interface Uploads extends UploadsOperations {
  /**
   * Uploads a file: announces it, sends its bytes and confirms it. Memory use does not depend on the file
   * size. The checksum is sent if available, so that the service rejects a damaged file.
   *
   * @throws VoiceloomError with code VALIDATION_ERROR, STORAGE_LIMIT_EXCEEDED, CONNECTION_FAILED, TIMEOUT, ABORTED.
   * @example
   * ```ts
   * import { fileFrom } from '@voiceloom/sdk/node';
   * const file = await fileFrom('script.csv');
   * const upload = await client.uploads.upload({ file, category: 'script', workflowId });
   * ```
   */
  upload(file: UploadFile): Promise<Upload>;
}

/** The uploads group of a client. */
export function createUploads(core: Core, operations: UploadsOperations): Uploads {
  return {
    ...operations,
    // Imported on first use, so that programs that never upload do not load this code.
    upload: async (file) => (await import('./upload-transfer.ts')).upload(core, operations, file),
  };
}

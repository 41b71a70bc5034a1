import { example, exampleReading, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import { ConfirmUpload, CreatedUpload, CreateUpload, Upload } from './schemas.ts';
import { UploadScript } from './scripts.ts';

const upload: Upload = {
  id: ids.upload_id,
  user_id: ids.user_id,
  workspace_id: ids.ws_id,
  filename: 'trailer.txt',
  category: 'script',
  content_type: 'text/plain',
  format: 'txt',
  status: 'confirmed',
  size_bytes: 38,
  checksum_sha256: null,
  download_url: 'https://api.example.com/files/eyJrIjoidXBsb2FkcyJ9.c2lnbmF0dXJl',
  context_type: 'workflow',
  context_id: ids.workflow_id,
  char_count: 37,
  line_count: 2,
  ...TIMES,
};

/** Examples of uploads. */
export const uploadExamples = [
  example(Upload, upload),
  example(UploadScript, {
    upload_id: ids.upload_id,
    filename: 'trailer.txt',
    reading: exampleReading,
    lines: ['The storm passed.', 'The harbor slept.'].map((script, index) => ({
      ...{ line_id: `L0000${index + 1}`, source_line_id: null, row: index + 1, locale_code: 'en-us' },
      ...{
        character_name: null,
        script,
        notes: null,
        direction: null,
        max_duration_ms: null,
        start_ms: null,
      },
    })),
  }),
  example(CreateUpload, { filename: 'trailer.txt', category: 'script', size_bytes: 38 }),
  example(ConfirmUpload, { context_type: 'workflow', context_id: ids.workflow_id }),
  example(CreatedUpload, {
    upload: {
      ...upload,
      status: 'pending',
      download_url: null,
      context_type: null,
      context_id: null,
      char_count: null,
      line_count: null,
    },
    upload_url: 'https://api.example.com/files/eyJrIjoicGVuZGluZyJ9.c2lnbmF0dXJl',
  }),
];

import { z } from 'zod';
import { example, EXAMPLE_IDS as ids, TIMES } from '../../example.ts';
import { Count, DateTime, object, oneOf, textWithout, Url, Uuid } from '../../primitives.ts';

/** The file name extensions that each category accepts. */
export const UPLOAD_FORMATS = {
  script: ['txt', 'csv', 'tsv', 'srt', 'vtt', 'json', 'arb', 'xliff', 'xlf', 'docx'],
  audio: ['wav', 'mp3', 'm4a', 'ogg', 'opus', 'flac', 'webm', 'mp4', 'mov', 'mkv'],
  dictionary: ['wav', 'mp3', 'm4a', 'ogg', 'flac', 'webm'],
} as const;

/** The largest upload, in bytes (100 MiB). */
export const MAX_UPLOAD_BYTES = 104_857_600;

export const UploadCategory = oneOf('UploadCategory', 'The purpose of an upload.', [
  'script',
  'audio',
  'dictionary',
]);
export type UploadCategory = z.infer<typeof UploadCategory>;

/** The extension of a file name in lowercase, without the dot. Empty without an extension. */
export function extensionOf(filename: string): string {
  return /[^/\\]\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
}

export const Upload = object('Upload', 'An uploaded file.', {
  id: Uuid,
  user_id: Uuid,
  workspace_id: Uuid,
  filename: z.string(),
  category: UploadCategory,
  content_type: z.string().describe('The media type to send the bytes with.'),
  format: z.string().describe('The extension of the file name.'),
  status: z.enum(['pending', 'confirmed']).describe('`confirmed` once the bytes were received and checked.'),
  size_bytes: Count.nullable().describe('The declared size. After confirmation, the stored size.'),
  checksum_sha256: z.string().nullable().describe('64 hexadecimal characters. Null if none was declared.'),
  download_url: Url.nullable().describe('A signed URL. Null until the upload is confirmed.'),
  context_type: z.literal('workflow').nullable().describe('Null until the upload is confirmed.'),
  context_id: Uuid.nullable().describe('The ID of the workflow. Null until the upload is confirmed.'),
  char_count: Count.nullable().describe(
    'Characters of a script. Null while a large script waits to be counted. Always null for JSON, XLIFF and DOCX files over 8 MiB, for DOCX files that unpack to a large text, and for unreadable files.',
  ),
  line_count: Count.nullable().describe('Lines of a script. Null if `char_count` is null.'),
  created_at: DateTime,
  updated_at: DateTime,
});
export type Upload = z.infer<typeof Upload>;

/** A file to upload. Size and checksum are compared when the upload is confirmed. */
export const CreateUpload = z
  .object({
    filename: z
      .string()
      .min(1)
      .max(255)
      .regex(textWithout('/\\\\'), { error: 'Must not contain slashes, backslashes or control characters.' })
      .describe('The extension must fit the category.'),
    category: UploadCategory,
    size_bytes: z.int().min(1).max(MAX_UPLOAD_BYTES).optional().describe('Compared with the received bytes.'),
    checksum_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, { error: 'Must have 64 hexadecimal characters.' })
      .toLowerCase()
      .optional()
      .describe('64 hexadecimal characters. The service compares it with the received bytes.'),
  })
  .superRefine(({ filename, category }, ctx) => {
    const allowed: readonly string[] = UPLOAD_FORMATS[category];
    if (allowed.includes(extensionOf(filename))) return;
    const message = `Must have an extension for the category ${category}: ${allowed.join(', ')}.`;
    ctx.addIssue({ code: 'custom', path: ['filename'], message });
  })
  .meta({ id: 'CreateUpload', description: 'A file to upload.' });
export type CreateUpload = z.infer<typeof CreateUpload>;

export const ConfirmUpload = object('ConfirmUpload', 'The workflow that the file belongs to.', {
  context_type: z.literal('workflow'),
  context_id: Uuid.describe('The workflow.'),
});
export type ConfirmUpload = z.infer<typeof ConfirmUpload>;

export const CreatedUpload = object('CreatedUpload', 'A pending upload, and the URL to send its bytes to.', {
  upload: Upload,
  upload_url: Url.describe(
    'Send the bytes here with PUT, with the `content_type` of the upload and without an `Authorization` header.',
  ),
});
export type CreatedUpload = z.infer<typeof CreatedUpload>;

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

example(Upload, upload);
example(CreateUpload, { filename: 'trailer.txt', category: 'script', size_bytes: 38 });
example(ConfirmUpload, { context_type: 'workflow', context_id: ids.workflow_id });
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
});

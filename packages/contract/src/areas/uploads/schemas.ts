import { z } from 'zod';
import { Count, DateTime, Url, Uuid } from '../../primitives.ts';

/** File name extensions that each category takes. */
export const UPLOAD_FORMATS = {
  script: ['txt', 'csv', 'tsv', 'srt', 'vtt', 'json', 'xliff', 'xlf', 'docx'],
  audio: ['wav', 'mp3', 'm4a', 'ogg', 'opus', 'flac', 'webm', 'mp4', 'mov', 'mkv'],
  dictionary: ['wav', 'mp3', 'm4a', 'ogg', 'flac', 'webm'],
} as const;

/** The largest upload, in bytes (100 MiB). */
export const MAX_UPLOAD_BYTES = 104_857_600;

/** What an upload is for. */
export const UploadCategory = z
  .enum(['script', 'audio', 'dictionary'])
  .meta({ id: 'UploadCategory', description: 'What an upload is for.' });
/** What an upload is for. */
export type UploadCategory = z.infer<typeof UploadCategory>;

/** The extension of a file name in lower case, without its dot; empty when there is none. */
export function extensionOf(filename: string): string {
  return /[^/\\]\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
}

/** An uploaded file. */
export const Upload = z
  .object({
    id: Uuid,
    user_id: Uuid,
    workspace_id: Uuid,
    filename: z.string(),
    category: UploadCategory,
    content_type: z.string().describe('Send the bytes with this Content-Type.'),
    format: z.string().describe('The extension of the file name.'),
    status: z.enum(['pending', 'confirmed']),
    size_bytes: Count.nullable().describe('As announced, then as stored.'),
    checksum_sha256: z.string().nullable(),
    download_url: Url.nullable().describe('Signed; null until confirmed.'),
    context_type: z.literal('workflow').nullable(),
    context_id: Uuid.nullable(),
    char_count: Count.nullable().describe(
      'Of scripts that can be read. Null while one of many large scripts waits to be counted. Always null for json, XLIFF and docx files over 8 MiB, and for docx files that unpack to a lot of text.',
    ),
    line_count: Count.nullable().describe('Of scripts that can be read; known together with `char_count`.'),
    created_at: DateTime,
    updated_at: DateTime,
  })
  .meta({ id: 'Upload', description: 'An uploaded file.' });
/** An uploaded file. */
export type Upload = z.infer<typeof Upload>;

/** A file to be uploaded. Size and checksum are compared when the upload is confirmed. */
export const CreateUpload = z
  .object({
    filename: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^/\\\p{Cc}]+$/u, { error: 'A file name has no folders and no control characters.' }),
    category: UploadCategory,
    size_bytes: z.int().min(1).max(MAX_UPLOAD_BYTES).optional(),
    checksum_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, { error: 'A SHA-256 has 64 hexadecimal characters.' })
      .toLowerCase()
      .optional(),
  })
  .superRefine(({ filename, category }, ctx) => {
    const allowed: readonly string[] = UPLOAD_FORMATS[category];
    if (allowed.includes(extensionOf(filename))) return;
    const message = `A ${category} upload is one of: ${allowed.join(', ')}.`;
    ctx.addIssue({ code: 'custom', path: ['filename'], message });
  })
  .meta({ id: 'CreateUpload', description: 'A file to be uploaded.' });
/** A file to be uploaded. */
export type CreateUpload = z.infer<typeof CreateUpload>;

/** What the file belongs to. */
export const ConfirmUpload = z
  .object({ context_type: z.literal('workflow'), context_id: Uuid })
  .meta({ id: 'ConfirmUpload', description: 'What the file belongs to.' });
/** What the file belongs to. */
export type ConfirmUpload = z.infer<typeof ConfirmUpload>;

/** A pending upload and the address that takes its bytes. */
export const CreatedUpload = z
  .object({
    upload: Upload,
    upload_url: Url.describe('PUT the raw bytes here, with the record content type and no Authorization.'),
  })
  .meta({ id: 'CreatedUpload', description: 'A pending upload and the address that takes its bytes.' });
/** A pending upload and the address that takes its bytes. */
export type CreatedUpload = z.infer<typeof CreatedUpload>;

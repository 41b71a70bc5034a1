import { MAX_UPLOAD_BYTES, UPLOAD_FORMATS } from '../generated/test-responses.ts';
import type { Upload } from '../generated/types.ts';
import { sha256Of } from '../transport/bytes.ts';
import { ApiError, assertValid, invalid, notFound } from './http/api-error.ts';
import type { Group } from './http/handler.ts';
import { change, find, newResource, type State } from './state.ts';
import { announce } from './webhooks.ts';

/** The paths of signed URLs. */
export const FILE_PATH = /\/test-(files|uploads)\/([\w-]+)/;

/** The non-empty lines of a script, as plain text: other formats are not parsed. */
export function linesIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

/** The uploaded bytes with their size and checksum, which must match the declared ones. */
async function checkFile(state: State, upload: Upload) {
  const bytes = state.uploadBytes.get(upload.id);
  const rejected = (message: string) => invalid({ field: 'params.upload_id', message });
  if (bytes === undefined) throw rejected('The file of this upload has not been sent yet.');
  const size_bytes = bytes.length;
  if (upload.size_bytes !== null && upload.size_bytes !== size_bytes) {
    throw rejected(`The file has ${size_bytes} bytes, but the upload declared ${upload.size_bytes}.`);
  }
  const checksum_sha256 = await sha256Of(bytes);
  if (upload.checksum_sha256 !== null && upload.checksum_sha256 !== checksum_sha256) {
    throw rejected('The file does not match its checksum.');
  }
  const facts = { size_bytes, checksum_sha256 };
  if (upload.category !== 'script') return { bytes, facts };
  const lines = linesIn(new TextDecoder().decode(bytes));
  return { bytes, facts: { ...facts, line_count: lines.length, char_count: [...lines.join('')].length } };
}

/** Uploads. The URL that `create` returns accepts their bytes. */
export const uploadHandlers: Group<'uploads'> = {
  'uploads.create': (state, { body }) => {
    const { filename, category } = body;
    const format = /[^/\\]\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
    const allowed: readonly string[] = UPLOAD_FORMATS[category];
    const message = `Must have an extension for the category ${category}: ${allowed.join(', ')}.`;
    assertValid(allowed.includes(format) ? [] : [{ field: 'body.filename', message }]);
    const upload = newResource<Upload>(state, 'Upload', {
      ...body,
      content_type: category === 'script' ? 'text/plain' : `audio/${format}`,
      format,
      status: 'pending',
    });
    state.uploads.set(upload.id, upload);
    return { data: { upload, upload_url: `${state.options.baseUrl}/test-uploads/${upload.id}` } };
  },
  'uploads.confirm': async (state, { params, body }) => {
    const upload = find(state.uploads, params.upload_id, 'upload');
    const { id: workflow_id } = find(state.workflows, body.context_id, 'workflow');
    const { bytes, facts } = await checkFile(state, upload);
    // Another request may have confirmed it while the bytes were read.
    if (upload.status === 'pending') {
      change(state, upload, { ...facts, ...body, status: 'confirmed' });
      const data = { ...upload, ...facts, upload_id: upload.id, workflow_id };
      await announce(state, { type: 'upload.confirmed', data });
    } else if (upload.context_id !== workflow_id) {
      throw invalid({ field: 'body.context_id', message: 'The upload already belongs to another workflow.' });
    }
    return { data: { ...upload, download_url: state.link({ ...upload, bytes }).url } };
  },
  'uploads.delete': (state, { params }) => {
    const { id } = find(state.uploads, params.upload_id, 'upload');
    state.uploads.delete(id);
    state.uploadBytes.delete(id);
    return { data: {} };
  },
};

/** Serves the bytes of a link, or the range of them that the request asks for. */
function download({ files, clock }: State, word: string, request: Headers): Response {
  const file = files.get(word);
  if (file === undefined) throw notFound('file');
  if (Date.parse(file.expires_at) <= clock.now())
    throw new ApiError('FORBIDDEN', 'This address has expired.');
  const { bytes, content_type, filename } = file;
  const etag = `"${word}"`;
  // `bytes=<from>-<to>`, both inclusive.
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.get('range') ?? '');
  const isPart = range !== null && [null, etag].includes(request.get('if-range'));
  const from = isPart ? Number(range[1]) : 0;
  if (isPart && from >= bytes.length) {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.length}` } });
  }
  const last = bytes.length - 1;
  const to = isPart && range[2] ? Math.min(Number(range[2]), last) : last;
  const part = isPart ? bytes.slice(from, to + 1) : bytes;
  const headers = new Headers({ 'content-type': content_type, 'accept-ranges': 'bytes', etag });
  headers.set('content-length', String(part.length));
  headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`);
  if (isPart) headers.set('content-range', `bytes ${from}-${to}/${bytes.length}`);
  return new Response(part, { status: isPart ? 206 : 200, headers });
}

/** Receives the bytes of an upload that is not confirmed yet. */
async function upload(state: State, word: string, request: Request): Promise<Response> {
  const uploadEntry = state.uploads.get(word);
  if (uploadEntry === undefined || uploadEntry.status === 'confirmed') throw notFound('upload');
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > MAX_UPLOAD_BYTES) throw new ApiError('PAYLOAD_TOO_LARGE', 'The file is too large.');
  state.uploadBytes.set(uploadEntry.id, bytes);
  return new Response(null, { status: 200 });
}

/** Serves signed URLs. It rejects requests that have an Authorization header. */
export async function serveFile(state: State, request: Request): Promise<Response> {
  const [, place, word = ''] = FILE_PATH.exec(new URL(request.url).pathname) ?? [];
  if (request.headers.has('authorization')) {
    const message = 'Signed URLs accept no credential: do not send the Authorization header.';
    throw new ApiError('FORBIDDEN', message);
  }
  if (place === 'uploads' && request.method === 'PUT') return upload(state, word, request);
  if (place === 'files' && request.method === 'GET') return download(state, word, request.headers);
  throw new ApiError('METHOD_NOT_ALLOWED', `This URL does not accept ${request.method}.`);
}

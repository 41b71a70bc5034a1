import { MAX_UPLOAD_BYTES } from '../generated/test-responses.ts';
import { ApiError, notFound } from './http/api-error.ts';
import type { State } from './state.ts';

/** The part that a `Range` header names: `bytes=<from>-<to>`, both included; undefined for the whole file. */
function rangeOf(headers: Headers, size: number, etag: string): { from: number; to: number } | undefined {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.get('range') ?? '') ?? [];
  const condition = headers.get('if-range');
  if (from === undefined || (condition !== null && condition !== etag)) return undefined;
  return { from: Number(from), to: to ? Math.min(Number(to), size - 1) : size - 1 };
}

function download({ files, clock }: State, word: string, request: Headers): Response {
  const file = files.get(word);
  if (file === undefined) throw notFound('file');
  if (file.expires_at <= clock.now()) throw new ApiError('FORBIDDEN', 'This address has expired.');
  const { bytes, content_type, filename } = file;
  const etag = `"${word}"`;
  const range = rangeOf(request, bytes.length, etag);
  if (range && range.from >= bytes.length) {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.length}` } });
  }
  const part = range ? bytes.slice(range.from, range.to + 1) : bytes;
  const headers = new Headers({ 'content-type': content_type, 'accept-ranges': 'bytes', etag });
  headers.set('content-length', String(part.length));
  headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`);
  if (range) headers.set('content-range', `bytes ${range.from}-${range.to}/${bytes.length}`);
  return new Response(part, { status: range ? 206 : 200, headers });
}

async function upload(state: State, word: string, request: Request): Promise<Response> {
  const found = state.uploads.get(word);
  if (found === undefined || found.status === 'confirmed') throw notFound('upload');
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > MAX_UPLOAD_BYTES) throw new ApiError('PAYLOAD_TOO_LARGE', 'The file is too large.');
  state.uploadBytes.set(found.id, bytes);
  return new Response(null, { status: 200 });
}

/** Serves signed URLs, which accept no credential. */
export async function serveFile(state: State, request: Request): Promise<Response> {
  const [, place, word = ''] = /\/test-(files|uploads)\/([\w-]+)/.exec(new URL(request.url).pathname) ?? [];
  if (request.headers.has('authorization')) {
    throw new ApiError(
      'FORBIDDEN',
      'Signed URLs accept no credential: do not send the Authorization header.',
    );
  }
  if (place === 'uploads' && request.method === 'PUT') return upload(state, word, request);
  if (place === 'files' && request.method === 'GET') return download(state, word, request.headers);
  throw new ApiError('METHOD_NOT_ALLOWED', `This URL does not accept ${request.method}.`);
}

import { ApiError, notFound } from './api-error.ts';
import type { StoredFile, World } from './world.ts';

const MAX_UPLOAD_BYTES = 104_857_600;

function fileOf({ files, clock }: World, word: string): StoredFile {
  const file = files.get(word);
  if (file === undefined) throw notFound('file');
  if (file.expires_at <= clock.now()) throw new ApiError('FORBIDDEN', 'This address has expired.');
  return file;
}

/** The part that a `Range` asks for: `bytes=<from>-<to>`, both included; undefined for all of it. */
function rangeOf(headers: Headers, size: number, etag: string): { from: number; to: number } | undefined {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.get('range') ?? '') ?? [];
  const condition = headers.get('if-range');
  if (from === undefined || (condition !== null && condition !== etag)) return undefined;
  return { from: Number(from), to: to ? Math.min(Number(to), size - 1) : size - 1 };
}

function giveOut(file: StoredFile, word: string, headers: Headers): Response {
  const { bytes, content_type, filename } = file;
  const etag = `"${word}"`;
  const range = rangeOf(headers, bytes.length, etag);
  if (range && range.from >= bytes.length) {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.length}` } });
  }
  const part = range ? bytes.slice(range.from, range.to + 1) : bytes;
  const quoted = filename.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]/g, '_');
  return new Response(part, {
    status: range ? 206 : 200,
    headers: {
      'content-type': content_type,
      'content-length': String(part.length),
      'content-disposition': `attachment; filename="${quoted}"; filename*=UTF-8''${encodeURIComponent(filename)}`,
      'accept-ranges': 'bytes',
      etag,
      ...(range && { 'content-range': `bytes ${range.from}-${range.to}/${bytes.length}` }),
    },
  });
}

async function takeIn(world: World, ticket: string, request: Request): Promise<Response> {
  const id = world.tickets.get(ticket);
  const upload = id === undefined ? undefined : world.uploads.get(id);
  if (upload === undefined || upload.status === 'confirmed') throw notFound('upload');
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > MAX_UPLOAD_BYTES) throw new ApiError('PAYLOAD_TOO_LARGE', 'The file is too large.');
  world.bytes.set(upload.id, bytes);
  return new Response(null, { status: 200 });
}

/** What signed addresses do; undefined for other paths. They take no credential. */
export async function serveFile(world: World, request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const [, place, word = ''] = /\/test-(files|uploads)\/(\w+)/.exec(pathname) ?? [];
  if (place === undefined) return undefined;
  if (request.headers.has('authorization')) {
    throw new ApiError('FORBIDDEN', 'Signed addresses take no credential: it would leave your program.');
  }
  if (place === 'uploads' && request.method === 'PUT') return takeIn(world, word, request);
  if (place === 'files' && request.method === 'GET') {
    return giveOut(fileOf(world, word), word, request.headers);
  }
  throw new ApiError('METHOD_NOT_ALLOWED', `This address does not know ${request.method}.`);
}

import type { IncomingMessage } from 'node:http';
import { ApiError, invalid } from '../../errors.ts';

const MAX_DEPTH = 100;
const NOTHING = Buffer.alloc(0);

export interface JsonBody {
  /** Undefined if the request has no body, whatever its headers. */
  value: unknown;
  bytes: Buffer;
}

/** Reads the JSON body of a request. For routes, both an empty body and `{}` mean "no body". */
export async function readJsonBody(req: IncomingMessage, maxBytes: number): Promise<JsonBody> {
  const { headers } = req;
  const length = Number(headers['content-length'] ?? 0);
  if (headers['transfer-encoding'] === undefined && !(length > 0))
    return { value: undefined, bytes: NOTHING };
  if (length > maxBytes) throw createTooLargeError(maxBytes);
  const bytes = await readAll(req, maxBytes);
  if (bytes.length === 0) return { value: undefined, bytes };
  const type = headers['content-type'] ?? '';
  const encoding = headers['content-encoding'] ?? 'identity';
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  if (!JSON_TYPE.test(type) || !/^utf-?8$/i.test(charset) || encoding !== 'identity')
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be application/json in UTF-8, not compressed.',
    );
  return { value: parse(bytes), bytes };
}

/** The whole body. Rejects one that is too large, and reads the rest of it without storing it. */
function readAll(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size_bytes = 0;
    req.on('data', (chunk: Buffer) => {
      size_bytes += chunk.length;
      if (size_bytes > maxBytes) {
        req.removeAllListeners('data');
        req.resume();
        reject(createTooLargeError(maxBytes));
      } else chunks.push(chunk);
    });
    req.on('end', () => resolve(chunks.length === 1 ? (chunks[0] ?? NOTHING) : Buffer.concat(chunks)));
    req.on('error', () =>
      reject(new ApiError('BAD_REQUEST', 'The body is shorter than its Content-Length.')),
    );
  });
}

function createTooLargeError(maxBytes: number): ApiError {
  const mebibytes = maxBytes / 1024 / 1024;
  return new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${mebibytes} MiB.`);
}

/** `application/json; charset=utf-8`, `application/merge-patch+json`; not `text/json`. */
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

/** The JSON value of a body. Throws BAD_REQUEST for what is not JSON, and for text that the database cannot store. */
function parse(bytes: Buffer): unknown {
  const text = decode(bytes);
  if (nestsDeeperThan(text, MAX_DEPTH)) {
    throw new ApiError('BAD_REQUEST', `The body is nested deeper than ${MAX_DEPTH} levels.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Many messages of Node end with `(line 3 column 7)`.
    const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? [];
    const place = line === undefined ? '' : ` See line ${line}, column ${column}.`;
    throw new ApiError('BAD_REQUEST', `The body is not JSON.${place}`);
  }
  const field = SUSPICIOUS.test(text) ? findUnstorableText(value, []) : undefined;
  if (field !== undefined) {
    const message = 'Text must not contain U+0000 or half of a surrogate pair.';
    throw invalid({ field: ['body', ...field].join('.'), message });
  }
  return value;
}

/** The text of a body, which must be UTF-8. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError('BAD_REQUEST', 'The body is not UTF-8.');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Checks the raw text, so that deeply nested bodies never reach recursive code. */
function nestsDeeperThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) quoted = !quoted;
    else if (quoted) {
      // Skips the escaped character, which can be a quotation mark.
      if (code === BACKSLASH) index += 1;
    } else if (OPENING.has(code)) {
      depth += 1;
      if (depth > limit) return true;
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return false;
}

/** In JSON, these characters can only come from escapes. PostgreSQL cannot store them. */
const SUSPICIOUS = /\\u(?:0000|[dD][89a-fA-F])/;

/** PostgreSQL stores neither a null character nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** The path of a name or value that PostgreSQL cannot store. Undefined if all can be stored. */
function findUnstorableText(value: unknown, path: string[]): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorable(name)) return path;
    const field = findUnstorableText(inner, [...path, name]);
    if (field) return field;
  }
  return undefined;
}

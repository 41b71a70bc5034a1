import type { IncomingMessage } from 'node:http';
import { ApiError, invalid } from '../../errors.ts';
import { nestsDeeperThan, unstorableText } from './json-text.ts';

const MAX_DEPTH = 100;
const NOTHING = Buffer.alloc(0);

export interface JsonBody {
  /** Undefined when there is no body, whichever way the client says so. */
  value: unknown;
  bytes: Buffer;
}

/** Reads the JSON body of a request. No bytes at all and `{}` both mean "no body" to the routes. */
export async function readJsonBody(req: IncomingMessage, maxBytes: number): Promise<JsonBody> {
  const { headers } = req;
  const length = Number(headers['content-length'] ?? 0);
  if (headers['transfer-encoding'] === undefined && !(length > 0))
    return { value: undefined, bytes: NOTHING };
  if (length > maxBytes) throw tooLarge(maxBytes);
  const bytes = await readAll(req, maxBytes);
  if (bytes.length === 0) return { value: undefined, bytes };
  rejectOtherTypes(headers['content-type'], headers['content-encoding']);
  return { value: parse(bytes), bytes };
}

function readAll(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size_bytes = 0;
    req.on('data', (chunk: Buffer) => {
      size_bytes += chunk.length;
      if (size_bytes > maxBytes) {
        req.removeAllListeners('data');
        req.resume();
        reject(tooLarge(maxBytes));
      } else chunks.push(chunk);
    });
    req.on('end', () => resolve(chunks.length === 1 ? (chunks[0] ?? NOTHING) : Buffer.concat(chunks)));
    req.on('error', () =>
      reject(new ApiError('BAD_REQUEST', 'The body is shorter than its Content-Length.')),
    );
  });
}

function tooLarge(maxBytes: number): ApiError {
  const mebibytes = maxBytes / 1024 / 1024;
  return new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${mebibytes} MiB.`);
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

function rejectOtherTypes(type: string | undefined, encoding: string | undefined): void {
  const charset = CHARSET.exec(type ?? '')?.[1];
  const readable = JSON_TYPE.test(type ?? '') && (charset === undefined || /^utf-?8$/i.test(charset));
  if (readable && (encoding === undefined || encoding === 'identity')) return;
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json in UTF-8, not compressed.');
}

function parse(bytes: Buffer): unknown {
  const text = decode(bytes);
  if (nestsDeeperThan(text, MAX_DEPTH)) {
    throw new ApiError('BAD_REQUEST', `The body is nested deeper than ${MAX_DEPTH} levels.`);
  }
  const value = parseJson(text);
  const field = unstorableText(text, value);
  if (field !== undefined) {
    const message = 'Text must not contain U+0000 or half of a surrogate pair.';
    throw invalid({ field: ['body', ...field].join('.'), message });
  }
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError('BAD_REQUEST', 'The body is not UTF-8.');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('BAD_REQUEST', 'The body is not JSON.');
  }
}

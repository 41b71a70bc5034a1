import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/*
 * Signature Version 4 as a strict server checks it: both ways of signing, every header that must be signed,
 * the clock, and the body's hash if one is announced.
 */
export type Secrets = { access_key_id: string; secret_access_key: string; region: string };
export type Refusal = { status: number; code: string };
export type Signed = { presigned: boolean; content_sha256: string };

const SKEW_MS = 15 * 60 * 1000;
const MAX_EXPIRES_S = 7 * 24 * 60 * 60;
const DENIED: Refusal = { status: 403, code: 'AccessDenied' };
const MISMATCH: Refusal = { status: 403, code: 'SignatureDoesNotMatch' };

type Claim = {
  credential: string;
  date: string;
  signed_headers: string[];
  signature: string;
  content_sha256: string;
  presigned: boolean;
};

export function verifySignature(
  req: IncomingMessage,
  secrets: Secrets,
  clocks: { now: Date; presigned_now: Date },
): Signed | Refusal {
  const url = new URL(req.url ?? '/', 'http://localhost');
  const claim = readClaim(req, url);
  if (!claim) return DENIED;
  const [access_key_id, day, region, service, terminator] = claim.credential.split('/');
  if (access_key_id !== secrets.access_key_id) return { status: 403, code: 'InvalidAccessKeyId' };
  if (region !== secrets.region || service !== 's3' || terminator !== 'aws4_request') return MISMATCH;
  if (day !== claim.date.slice(0, 8)) return MISMATCH;
  const late = claim.presigned ? expired(url, claim, clocks.presigned_now) : skewed(claim, clocks.now);
  if (late) return late;
  if (!mustBeSigned(req, claim).every((name) => claim.signed_headers.includes(name))) return DENIED;
  const scope = `${day}/${region}/s3/aws4_request`;
  const request = createHash('sha256')
    .update(canonicalRequest(req, url, claim))
    .digest('hex');
  const text = `AWS4-HMAC-SHA256\n${claim.date}\n${scope}\n${request}`;
  const keys = [day, region, 's3', 'aws4_request'];
  const key = keys.reduce<Buffer>(
    (last, part) => hmac(last, String(part)),
    Buffer.from(`AWS4${secrets.secret_access_key}`),
  );
  const given = Buffer.from(claim.signature, 'hex');
  const wanted = hmac(key, text);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return MISMATCH;
  return { presigned: claim.presigned, content_sha256: claim.content_sha256 };
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function readClaim(req: IncomingMessage, url: URL): Claim | undefined {
  const query = url.searchParams;
  if (query.get('X-Amz-Algorithm') === 'AWS4-HMAC-SHA256') {
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      date: query.get('X-Amz-Date') ?? '',
      signed_headers: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
      signature: query.get('X-Amz-Signature') ?? '',
      content_sha256: 'UNSIGNED-PAYLOAD',
      presigned: true,
    };
  }
  const pattern = /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/;
  const match = pattern.exec(req.headers.authorization ?? '');
  if (!match) return undefined;
  return {
    credential: match[1] ?? '',
    date: String(req.headers['x-amz-date'] ?? ''),
    signed_headers: (match[2] ?? '').split(';'),
    signature: match[3] ?? '',
    content_sha256: String(req.headers['x-amz-content-sha256'] ?? ''),
    presigned: false,
  };
}

function mustBeSigned(req: IncomingMessage, claim: Claim): string[] {
  const names = Object.keys(req.headers).filter((name) => name.startsWith('x-amz-'));
  // An unsigned x-amz header of a presigned request could add something that the signer did not intend.
  return claim.presigned ? ['host', ...names] : ['host', 'x-amz-date', 'x-amz-content-sha256', ...names];
}

function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function expired(url: URL, claim: Claim, now: Date): Refusal | undefined {
  const seconds = Number(url.searchParams.get('X-Amz-Expires'));
  if (!(seconds >= 1 && seconds <= MAX_EXPIRES_S))
    return { status: 400, code: 'AuthorizationQueryParametersError' };
  const start = timeOf(claim.date);
  if (!(now.getTime() >= start - SKEW_MS && now.getTime() < start + seconds * 1000)) return DENIED;
  return undefined;
}

function skewed(claim: Claim, now: Date): Refusal | undefined {
  if (Math.abs(now.getTime() - timeOf(claim.date)) <= SKEW_MS) return undefined;
  return { status: 403, code: 'RequestTimeTooSkewed' };
}

function canonicalRequest(req: IncomingMessage, url: URL, claim: Claim): string {
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/');
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const headers = claim.signed_headers.map((name) => `${name}:${headerText(req, name)}\n`).join('');
  return [req.method, path, query, headers, claim.signed_headers.join(';'), claim.content_sha256].join('\n');
}

function headerText(req: IncomingMessage, name: string): string {
  const value = req.headers[name];
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim().replace(/ +/g, ' ');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

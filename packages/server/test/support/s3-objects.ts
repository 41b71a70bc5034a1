import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Refusal } from './s3-signature.ts';

/* The objects of the test bucket and the responses of its operations, without HTTP and signatures. */
export type StoredObject = {
  body: Buffer;
  etag: string;
  content_type: string;
  modified_at: Date;
  sha256?: string;
};
export type MultipartUpload = {
  key: string;
  content_type: string;
  parts: Map<number, { body: Buffer; etag: string }>;
};
export type Bucket = { objects: Map<string, StoredObject>; uploads: Map<string, MultipartUpload> };

const MIN_PART_BYTES = 5 * 1024 * 1024;
export const bad = (code: string, status = 400): Refusal => ({ status, code });

export function storedObject(body: Buffer, content_type: string, sha256?: string): StoredObject {
  return { body, etag: `"${md5(body)}"`, content_type, modified_at: new Date(), sha256 };
}

function md5(body: Buffer): string {
  return createHash('md5').update(body).digest('hex');
}

type Values = Record<string, string | string[] | undefined>;

/** Checks every checksum of the request, in headers and the query, against the bytes. */
export function checksumFault(body: Buffer, headers: Values, query: URLSearchParams): Refusal | undefined {
  const given = (name: string) => headers[name]?.toString() ?? query.get(name) ?? undefined;
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  const wanted: Record<string, string> = {
    'x-amz-checksum-crc32': crc.toString('base64'),
    'x-amz-checksum-sha256': createHash('sha256').update(body).digest('base64'),
    'content-md5': createHash('md5').update(body).digest('base64'),
  };
  for (const [name, value] of Object.entries(wanted)) {
    const claim = given(name);
    if (claim !== undefined && claim !== value) return bad('BadDigest');
  }
  return undefined;
}

export function listPage(bucket: Bucket, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const after = token ? Buffer.from(token, 'base64url').toString() : undefined;
  const limit = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const keys = [...bucket.objects.keys()]
    .filter((key) => key.startsWith(prefix) && (after === undefined || byteOrder(key, after) > 0))
    .sort(byteOrder);
  const page = keys.slice(0, limit);
  const next = keys.length > limit ? Buffer.from(page.at(-1) ?? '').toString('base64url') : undefined;
  const contents = page.map((key) => {
    const object = bucket.objects.get(key);
    return `<Contents><Key>${escapeXml(key)}</Key><Size>${object?.body.length}</Size></Contents>`;
  });
  const more = `<IsTruncated>${next !== undefined}</IsTruncated>${next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}`;
  return `<ListBucketResult><KeyCount>${page.length}</KeyCount>${more}${contents.join('')}</ListBucketResult>`;
}

function byteOrder(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

export function removeListed(bucket: Bucket, body: string): string {
  for (const match of body.matchAll(/<Key>([^<]*)<\/Key>/g))
    bucket.objects.delete(unescapeXml(match[1] ?? ''));
  return '<DeleteResult></DeleteResult>';
}

export function completeUpload(bucket: Bucket, id: string, body: string): string | Refusal {
  const upload = bucket.uploads.get(id);
  if (!upload) return bad('NoSuchUpload', 404);
  const wanted = [...body.matchAll(/<Part>([\s\S]*?)<\/Part>/g)].map((match) => {
    const number = Number(/<PartNumber>(\d+)</.exec(match[1] ?? '')?.[1]);
    return { number, etag: unescapeXml(/<ETag>([^<]*)</.exec(match[1] ?? '')?.[1] ?? '') };
  });
  const bodies: Buffer[] = [];
  for (const [index, { number, etag }] of wanted.entries()) {
    const part = upload.parts.get(number);
    if (!part || part.etag !== etag) return bad('InvalidPart');
    if (index > 0 && number <= (wanted[index - 1]?.number ?? 0)) return bad('InvalidPartOrder');
    if (index < wanted.length - 1 && part.body.length < MIN_PART_BYTES) return bad('EntityTooSmall');
    bodies.push(part.body);
  }
  if (bodies.length === 0) return bad('MalformedXML');
  const object = storedObject(Buffer.concat(bodies), upload.content_type);
  bucket.objects.set(upload.key, { ...object, etag: `${object.etag.slice(0, -1)}-${bodies.length}"` });
  bucket.uploads.delete(id);
  return `<CompleteMultipartUploadResult><ETag>${escapeXml(object.etag)}</ETag></CompleteMultipartUploadResult>`;
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

function unescapeXml(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => named[name] ?? '');
}

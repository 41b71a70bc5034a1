import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { matchesIfNoneMatch } from '../handler/entity-tag.ts';

const compress = promisify(gzip);

/** Static content, compressed once for each encoding. */
export interface Asset {
  type: string;
  /** A hash of the content, for URLs and ETags. */
  hash: string;
  plain: Buffer;
  gzipped: Buffer;
  /** Only for files that the build compressed. */
  brotli?: Buffer;
}

/** `type` is a media type, or an extension that Express knows. */
export async function makeAsset(type: string, content: string | Buffer): Promise<Asset> {
  const plain = Buffer.from(content);
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, 16);
  return { type, plain, hash, gzipped: await compress(plain) };
}

/** `isImmutable` is for URLs that change with the content. For other URLs, browsers revalidate by ETag. */
export function sendAsset(req: Request, res: Response, asset: Asset, isImmutable = false): void {
  if (sendHeaders(req, res, asset, isImmutable)) return;
  if (asset.brotli && req.acceptsEncodings('br'))
    return void res.set('Content-Encoding', 'br').send(asset.brotli);
  if (!req.acceptsEncodings('gzip')) return void res.send(asset.plain);
  res.setHeader('Content-Encoding', 'gzip');
  res.send(asset.gzipped);
}

/**
 * Sets the headers of static content. `isImmutable`: the path contains a hash, so that its content never changes. True if the
 * client has the content, so that the response is complete.
 */
export function sendHeaders(
  req: Request,
  res: Response,
  { type, hash }: Pick<Asset, 'type' | 'hash'>,
  isImmutable = false,
): boolean {
  res.setHeader('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  // A weak ETag, because it is the same for all encodings.
  res.setHeader('ETag', `W/"${hash}"`);
  res.vary('Accept-Encoding');
  // Express would send the whole body, because `fetch` adds `no-cache`.
  const isSame = matchesIfNoneMatch(req.headers['if-none-match'], `"${hash}"`);
  if (isSame && res.statusCode === 200) {
    res.status(304).end();
    return true;
  }
  res.type(type);
  return false;
}

/** Runs `make` once for all callers. If it fails, the next caller retries. */
export function cacheSuccess<T>(make: () => Promise<T>): () => Promise<T> {
  let making: Promise<T> | undefined;
  return () => {
    making ??= make().catch((error: unknown) => {
      making = undefined;
      throw error;
    });
    return making;
  };
}

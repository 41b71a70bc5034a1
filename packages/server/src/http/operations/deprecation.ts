import type { Request, Response } from 'express';
import { addLinks } from './link.ts';
import type { Operation } from './operation.ts';

/** Announces the end of a deprecated operation and links to its guide (RFC 9745, RFC 8594, RFC 5829). */
export function setDeprecationHeaders(
  req: Request,
  res: Response,
  { operation, baseUrl }: { operation: Operation; baseUrl: string },
): void {
  const { deprecated } = operation.metadata;
  if (deprecated === undefined) return;
  const { since, sunset, successor_path } = deprecated;
  res.setHeader('Deprecation', `@${Date.parse(since) / 1_000}`);
  if (sunset !== undefined) res.setHeader('Sunset', new Date(sunset).toUTCString());
  addLinks(res, {
    deprecation: `${baseUrl}/docs/guides/rest#versions`,
    'successor-version': successor_path && `${baseUrl}${filled(successor_path, req.params)}`,
  });
}

function filled(path: string, params: Request['params']): string {
  return path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

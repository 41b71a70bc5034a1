import type { RequestHandler } from 'express';
import { ApiError } from '../errors.ts';
import type { RespondError } from './errors.ts';

export interface KnownPath {
  method: string;
  /** With `:name` parameters. */
  path: string;
}

/** The last middleware: distinguishes a wrong method from a wrong path. */
export function rejectUnknown(known: readonly KnownPath[], respondError: RespondError): RequestHandler {
  const table = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  for (const { method, path } of known) {
    const entry = table.get(path) ?? { pattern: patternOf(path), methods: new Set() };
    entry.methods.add(method);
    if (method === 'GET') entry.methods.add('HEAD');
    table.set(path, entry);
  }
  return (req, res) => {
    const matches = [...table.values()].filter(({ pattern }) => pattern.test(req.path));
    if (matches.length === 0) {
      const prefix = req.path.startsWith('/api/v1/') ? '' : ' Paths of the API begin with /api/v1.';
      const message = `There is no such route.${prefix} All of them are listed at /docs.`;
      respondError(res, new ApiError('NOT_FOUND', message));
      return;
    }
    const methods = [...new Set(matches.flatMap((match) => [...match.methods]))].sort();
    res.setHeader('Allow', methods.join(', '));
    const message = `This path does not support ${req.method}. Allowed methods: ${methods.join(', ')}.`;
    respondError(res, new ApiError('METHOD_NOT_ALLOWED', message));
  };
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[a-z_]+/g, '[^/]+')}$`);
}

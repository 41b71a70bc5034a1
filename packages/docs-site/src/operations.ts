/** An operation of the API, with its address in the reference. */
export interface Operation {
  method: string;
  path: string;
  /** A few words, such as `Start a run`. */
  summary: string;
  address: string;
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** The operations of an OpenAPI document, with their addresses in the reference. */
export function readOperations(openapi: Buffer): Operation[] {
  const { paths = {} } = JSON.parse(openapi.toString('utf8')) as {
    paths?: Record<string, Record<string, { summary?: string; tags?: string[] }>>;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([name, { summary = path, tags: [tag = ''] = [] }]) => {
        const method = name.toUpperCase();
        // In URLs of the reference, `webhook_endpoints` is `webhook-endpoints`.
        const slug = tag.replaceAll('_', '-');
        return { method, path, summary, address: `/docs/reference#tag/${slug}/${method}${path}` };
      }),
  );
}

const REFERENCE = /^(GET|POST|PUT|PATCH|DELETE) (…?)(\/[^\s?]+)(?:\?\S*)?$/;

/** Parameters have shorter names in guides and colons in route names, so this replaces all of them by `{}`. */
const toShape = (path: string): string => path.replaceAll(/\{[^{}]*\}|:\w+/g, '{}');

/** The operations that code such as `GET /api/v1/voices` or `GET …/{id}/status` refers to. Undefined for other code. */
export function findOperations(code: string, operations: readonly Operation[]): Operation[] | undefined {
  const [, method, dots, path = ''] = REFERENCE.exec(code) ?? [];
  if (method === undefined) return undefined;
  const shape = toShape(path);
  return operations.filter((one) => {
    const candidate = toShape(one.path);
    if (one.method !== method) return false;
    return dots === '' ? candidate === shape : candidate.endsWith(shape);
  });
}

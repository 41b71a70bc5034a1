/** An operation of the API, with its address in the reference. */
export interface Operation {
  method: string;
  path: string;
  /** A few words, such as `Start a run`. */
  summary: string;
  address: string;
}

type Described = { summary?: string; tags?: string[] };

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** The slug of a group in URLs of the reference: `webhook_endpoints` becomes `webhook-endpoints`. */
const slugOf = (tag = ''): string => tag.replaceAll('_', '-');

export function readOperations(openapi: Buffer): Operation[] {
  const { paths = {} } = JSON.parse(openapi.toString('utf8')) as {
    paths?: Record<string, Record<string, Described>>;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([name, { summary = path, tags = [] }]) => {
        const method = name.toUpperCase();
        return { method, path, summary, address: `/docs/reference#tag/${slugOf(tags[0])}/${method}${path}` };
      }),
  );
}

const SPOKEN_OF = /^(GET|POST|PUT|PATCH|DELETE) (…?)(\/[^\s?]+)(?:\?\S*)?$/;

/** Parameters have shorter names in guides and colons in route names, so this replaces all of them by `{}`. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^{}]*\}|:\w+/g, '{}');

/** The operations that code such as `GET /api/v1/voices` or `GET …/{id}/status` refers to. Undefined for other code. */
export function operationsNamedBy(code: string, operations: readonly Operation[]): Operation[] | undefined {
  const [, method, dots, path = ''] = SPOKEN_OF.exec(code) ?? [];
  if (method === undefined) return undefined;
  const shape = shapeOf(path);
  return operations.filter((one) => {
    const own = shapeOf(one.path);
    return one.method === method && (dots === '' ? own === shape : own.endsWith(shape));
  });
}

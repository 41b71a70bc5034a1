import { operations as contractOperations, openApiDocument } from '@voiceloom/contract';
import { z } from 'zod';
import { operationSchemas } from '../../src/contract.ts';
import type { Operations } from '../../src/index.ts';

type Media = { examples?: Record<string, { value?: unknown; $ref?: string }>; example?: unknown };

/** An example of a body in the contract, and its operation. */
export interface ShownBody {
  id: keyof Operations;
  method: string;
  path: string;
  schema: z.ZodType;
  body: unknown;
}

/** Every example of a body in the document. */
export function shownBodies(): ShownBody[] {
  // biome-ignore lint/suspicious/noExplicitAny: the document is only read for its examples.
  const document: any = openApiDocument({ version: '0' });
  const shown = ({ $ref, value }: { value?: unknown; $ref?: string }) =>
    $ref ? document.components.examples[$ref.split('/').at(-1) ?? '']?.value : value;
  return contractOperations().flatMap(({ route }) => {
    const { body: schema, method, path } = route;
    const id = route.metadata.operationId as keyof Operations;
    if (!(schema instanceof z.ZodType) || !(id in operationSchemas)) return [];
    const found = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const media: Media | undefined = found?.requestBody?.content?.['application/json'];
    const bodies = [...Object.values(media?.examples ?? {}).map(shown), media?.example];
    return bodies.filter((body) => body !== undefined).map((body) => ({ id, method, path, schema, body }));
  });
}

const WRONG = [
  null,
  {},
  [],
  7,
  -1,
  1.5,
  1e9,
  '',
  'x',
  'x'.repeat(5000),
  true,
  undefined,
  ['x'],
  [7],
  { a: 1 },
];
const DEEPEST = 5;
const MOST_ITEMS = 3;

/**
 * Copies of `value`: each value inside it replaced by each of the wrong ones, and each object with an unknown
 * field.
 */
export function* wrongBodies(value: unknown, depth = 0): Generator<unknown, void, undefined> {
  if (depth > DEEPEST) return;
  if (depth === 0) yield* WRONG;
  if (Array.isArray(value)) {
    const put = (at: number, item: unknown) => value.map((own, place) => (place === at ? item : own));
    for (const [at, own] of value.slice(0, MOST_ITEMS).entries()) {
      for (const wrong of WRONG) yield put(at, wrong);
      for (const wrong of wrongBodies(own, depth + 1)) yield put(at, wrong);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, own] of Object.entries(value)) {
      for (const wrong of WRONG) yield { ...value, [name]: wrong };
      for (const wrong of wrongBodies(own, depth + 1)) yield { ...value, [name]: wrong };
    }
    yield { ...value, stranger: 1 };
  }
}

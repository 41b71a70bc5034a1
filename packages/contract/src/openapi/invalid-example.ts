import { z } from 'zod';
import type { AnyRoute } from '../kit.ts';
import { readInput } from '../read-input.ts';
import { unknownNames } from '../rules/messages.ts';
import { exampleOf } from './examples.ts';

type InvalidField = { field: string; message: string };

/** Values that most fields reject, the most likely mistakes first. Undefined: the field is missing. */
const MISTAKES = ['', undefined, 'x', 0, false, {}, []];

/** What the service returns for a mistake in a request of this operation: in its body, its query or its path. */
export function invalidExample(route: AnyRoute): { message: string; details: InvalidField[] } {
  const fault =
    (route.body && (mistakeIn('body', route.body) ?? wrongBody(route.body))) ??
    (route.query && mistakeIn('query', route.query)) ??
    (route.pathParams && mistakeIn('params', route.pathParams)) ??
    unknownParameter();
  const name = fault.field === 'body' ? 'The body' : fault.field.replace(/^\w+\./, '');
  return { message: `${name}: ${fault.message}`, details: [fault] };
}

/** The first field for which a mistake is rejected with a message about this field. */
function mistakeIn(place: 'body' | 'query' | 'params', schema: z.ZodType): InvalidField | undefined {
  const shape = shapeOf(schema);
  if (shape === undefined) return undefined;
  const valid = (exampleOf(schema) ?? {}) as Record<string, unknown>;
  for (const name of Object.keys(shape)) {
    for (const mistake of MISTAKES) {
      const read = readInput(schema, { ...valid, [name]: mistake });
      const issue = read.success ? undefined : read.issues.find(({ path }) => path[0] === name);
      if (issue) return { field: [place, ...issue.path.map(String)].join('.'), message: issue.message };
    }
  }
  return undefined;
}

function shapeOf(schema: z.ZodType): object | undefined {
  if (schema instanceof z.ZodObject) return schema.shape;
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  const inner = innerType ?? input;
  return inner && shapeOf(inner);
}

/** For bodies whose fields can have any value. */
function wrongBody(schema: z.ZodType): InvalidField | undefined {
  const read = readInput(schema, []);
  const issue = read.success ? undefined : read.issues[0];
  return issue && { field: 'body', message: issue.message };
}

function unknownParameter(): InvalidField {
  const [message = ''] = unknownNames(['page'], { known: [], called: 'query parameter' });
  return { field: 'query.page', message };
}

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
  const error =
    (route.body && (findMistake('body', route.body) ?? findWrongBody(route.body))) ??
    (route.query && findMistake('query', route.query)) ??
    (route.pathParams && findMistake('params', route.pathParams)) ??
    unknownParameter();
  const name = error.field === 'body' ? 'The body' : error.field.replace(/^\w+\./, '');
  return { message: `${name}: ${error.message}`, details: [error] };
}

/** The first field for which a mistake is rejected with a message about this field. */
function findMistake(place: 'body' | 'query' | 'params', schema: z.ZodType): InvalidField | undefined {
  const shape = findShape(schema);
  if (shape === undefined) return undefined;
  const valid = (exampleOf(schema) ?? {}) as Record<string, unknown>;
  for (const name of Object.keys(shape)) {
    for (const mistake of MISTAKES) {
      const input = readInput(schema, { ...valid, [name]: mistake });
      const issue = input.issues?.find(({ path }) => path[0] === name);
      if (issue) return { field: [place, ...issue.path.map(String)].join('.'), message: issue.message };
    }
  }
  return undefined;
}

function findShape(schema: z.ZodType): object | undefined {
  if (schema instanceof z.ZodObject) return schema.shape;
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  const innerSchema = innerType ?? input;
  return innerSchema && findShape(innerSchema);
}

/** For bodies whose fields can have any value. */
function findWrongBody(schema: z.ZodType): InvalidField | undefined {
  const issue = readInput(schema, []).issues?.[0];
  return issue && { field: 'body', message: issue.message };
}

function unknownParameter(): InvalidField {
  const [message = ''] = unknownNames(['page'], { known: [], called: 'query parameter' });
  return { field: 'query.page', message };
}

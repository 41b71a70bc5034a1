import type { ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import { z } from 'zod';
import type { AnyRoute } from '../kit.ts';
import { EXAMPLE_IDS } from './example.ts';
import type { SchemaCollector } from './schemas.ts';

type Shared = {
  schemas: SchemaCollector;
  /** Shared parameters, by name. */
  parameters: Record<string, ParameterObject>;
};

/** The parameters of an operation. Path parameters and headers are shared; query parameters are inline. */
export function parametersOf(
  route: AnyRoute,
  { schemas, parameters }: Shared,
): (ParameterObject | ReferenceObject)[] {
  return ownParametersOf(route, schemas).map((parameter) => {
    const known = parameters[parameter.name];
    if (parameter.in === 'query' || (known && JSON.stringify(known) !== JSON.stringify(parameter)))
      return parameter;
    parameters[parameter.name] = parameter;
    return { $ref: `#/components/parameters/${parameter.name}` };
  });
}

function ownParametersOf(route: AnyRoute, schemas: SchemaCollector): ParameterObject[] {
  const from = (place: 'path' | 'query' | 'header', fields: Record<string, unknown>) =>
    Object.entries(fields).map(([name, field]): ParameterObject => {
      const { description, ...schema } = schemas.add(field as z.ZodType, 'input');
      const required = place === 'path' || !(field as z.ZodType).safeParse(undefined).success;
      const shown = exampleOfId(name) === undefined ? {} : { example: exampleOfId(name) };
      const named = { name: place === 'header' ? headerName(name) : name, in: place, required };
      return { ...named, ...(typeof description === 'string' && { description }), ...shown, schema };
    });
  const shapeOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? schema.shape : {});
  return [
    ...from('path', shapeOf(route.pathParams)),
    ...from('query', shapeOf(route.query)),
    ...from('header', route.headers ?? {}),
  ];
}

/** IDs have the same example in every operation. Other parameters have examples in their schemas. */
const exampleOfId = (name: string): string | undefined =>
  Object.entries(EXAMPLE_IDS).find(([id]) => id === name)?.[1];

const headerName = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

import { z } from 'zod';

/** An object with a name and a description in the document. */
export function object<Shape extends z.core.$ZodLooseShape>(id: string, description: string, shape: Shape) {
  return z.object(shape).meta({ id, description });
}

/** An enumeration with a name and a description in the document. */
export function oneOf<const Values extends readonly string[]>(
  id: string,
  description: string,
  values: Values,
) {
  return z.enum(values).meta({ id, description });
}

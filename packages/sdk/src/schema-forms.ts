/** A description; 0 where there is none. */
type Text = string | 0;
type Bounds = Record<string, number | undefined>;

// What generated tables of schemas are made of: most schemas have one of these forms, and it is shorter to name it.

/** A schema with its description, and with those bounds that it has. */
const told = (schema: object, description: Text = 0, bounds: Bounds = {}) =>
  ({
    ...schema,
    ...Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined)),
    ...(description !== 0 && { description }),
  }) as never;

/** A text, with the most and the least of its characters. */
export const _text = (about?: Text, maxLength?: number, minLength?: number): never =>
  told({ type: 'string' }, about, { maxLength, minLength });
/** A text of a format, such as `uuid`. */
export const _format = (format: string, about?: Text): never => told({ type: 'string', format }, about);
/** One of some texts. */
export const _one = (values: readonly string[], about?: Text): never =>
  told({ type: 'string', enum: values }, about);
/** True or false. */
export const _flag = (about?: Text): never => told({ type: 'boolean' }, about);
/** A whole number. */
export const _int = (about?: Text, minimum?: number, maximum?: number): never =>
  told({ type: 'integer' }, about, { minimum, maximum });
/** A number. */
export const _number = (about?: Text, minimum?: number, maximum?: number): never =>
  told({ type: 'number' }, about, { minimum, maximum });
/** A list, with the most of its items. */
export const _list = (items: unknown, about?: Text, maxItems?: number): never =>
  told({ type: 'array', items }, about, { maxItems });
/** A schema by its name. */
export const _ref = ($ref: string, about?: Text): never => told({ $ref }, about);
/** What a schema takes, or null. */
export const _orNull = (schema: unknown, about?: Text): never =>
  told({ anyOf: [schema, { type: 'null' }] }, about);
/** An object; every field is required where nothing else is said. */
export const _object = (properties: object, about?: Text, required = Object.keys(properties)): never =>
  told({ type: 'object', properties, ...(required.length > 0 && { required }) }, about);
/** A schema with what stands where nothing is sent. */
export const _default = (value: unknown, schema: object): never => ({ default: value, ...schema }) as never;

/** The subset of JSON Schema that this contract uses. `$ref` is the name of a component. */
export interface Schema {
  /** The name of the component to use in place of this schema. */
  $ref?: string;
  /** One type, or several alternatives. */
  type?: string | string[];
  /** The only allowed value. */
  const?: unknown;
  /** All allowed values. */
  enum?: unknown[];
  /** Alternatives, at least one of which must match. */
  anyOf?: Schema[];
  /** Alternatives, exactly one of which must match. */
  oneOf?: Schema[];
  /** Schemas that must all match. */
  allOf?: Schema[];
  /** The known fields. */
  properties?: Record<string, Schema>;
  /** The required fields. */
  required?: string[];
  /** The schema of other fields; `false` forbids them. */
  additionalProperties?: Schema | boolean;
  /** The schema that the names of other fields must match. */
  propertyNames?: Schema;
  /** The schema of every item. */
  items?: Schema;
  minimum?: number;
  maximum?: number;
  /** The minimum length of a text. */
  minLength?: number;
  /** The maximum length of a text. */
  maxLength?: number;
  /** The minimum number of items. */
  minItems?: number;
  /** The maximum number of items. */
  maxItems?: number;
  /** The format of a text, such as `uuid`. */
  format?: string;
  /** A regular expression that a text must match somewhere. */
  pattern?: string;
  /** What the value means. */
  description?: string;
  /** The value if none is sent. */
  default?: unknown;
  /** Examples of valid values. */
  examples?: unknown[];
  /** The name of a rule that JSON Schema cannot express. */
  rule?: string;
  /** The message for a text that does not match, or a list that is too long. */
  problem?: string;
}

/** The input and output of one operation. */
export interface OperationSchemas {
  /** The query, if there is one. */
  query?: Schema;
  /** The JSON body, if there is one. */
  body?: Schema;
  /** Whether the body is required. */
  bodyRequired?: boolean;
  /** The `data` of the response; absent for streams. */
  data?: Schema;
}

/** Counts Unicode code points, as the service does. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Whether a value has a type of JSON Schema. */
export const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

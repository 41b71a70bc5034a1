/** The part of JSON Schema that this contract uses; `$ref` holds the name of a component. */
export interface Schema {
  /** The name of a component, whose form it has. */
  $ref?: string;
  /** One type, or several that are all allowed. */
  type?: string | string[];
  /** The only value. */
  const?: unknown;
  /** All values. */
  enum?: unknown[];
  /** Forms of which one at least must fit. */
  anyOf?: Schema[];
  /** Forms of which one must fit. */
  oneOf?: Schema[];
  /** Forms that must all fit. */
  allOf?: Schema[];
  /** Fields that are known. */
  properties?: Record<string, Schema>;
  /** Fields that must be there. */
  required?: string[];
  /** The form of other fields; `false` where there must be none. */
  additionalProperties?: Schema | boolean;
  /** The form of the names of other fields. */
  propertyNames?: Schema;
  /** The form of every item. */
  items?: Schema;
  /** The least number. */
  minimum?: number;
  /** The greatest number. */
  maximum?: number;
  /** The least length of a text. */
  minLength?: number;
  /** The greatest length of a text. */
  maxLength?: number;
  /** The least number of items. */
  minItems?: number;
  /** The greatest number of items. */
  maxItems?: number;
  /** What a text says, such as `uuid`. */
  format?: string;
  /** A regular expression that a text must match somewhere. */
  pattern?: string;
  /** What the value means. */
  description?: string;
  /** The value where none is sent. */
  default?: unknown;
  /** Some values that fit. */
  examples?: unknown[];
  /** A rule that JSON Schema cannot state, by its name. */
  rule?: string;
  /** The message where a text has another form, or a list is too long. */
  problem?: string;
}

/** What one operation takes and returns. */
export interface OperationSchemas {
  /** Its query, where it takes one. */
  query?: Schema;
  /** Its JSON body, where it takes one. */
  body?: Schema;
  /** Whether the body must not be left out. */
  bodyRequired?: boolean;
  /** What `data` of the answer holds; absent for streams. */
  data?: Schema;
}

/** Unicode code points, as the service counts characters. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

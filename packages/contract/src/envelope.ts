import { z } from 'zod';
import { ERROR_CODES } from './errors.ts';
import { Count, DateTime, FieldError, Url } from './primitives.ts';

/** What every answer carries beside its data: the id of the request and the time of the answer. */
export const Meta = z
  .object({
    request_id: z.string().describe('Also the `X-Request-Id` response header.'),
    timestamp: DateTime,
  })
  .meta({ id: 'Meta', description: 'The id of the request and the time of the answer.' });
/** What every answer carries beside its data. */
export type Meta = z.infer<typeof Meta>;

/** Where a list stands: its page size and the absolute URLs of its neighbors. */
export const Pagination = z
  .object({ limit: z.int(), next: Url.nullable(), prev: Url.nullable() })
  .meta({ id: 'Pagination', description: 'The page size and the URLs of the neighboring pages.' });
/** Where a list stands. */
export type Pagination = z.infer<typeof Pagination>;

/** The pagination of a list that also knows how many items it has after its filters. */
export const CountedPagination = z
  .object({ limit: z.int(), next: Url.nullable(), prev: Url.nullable(), total: Count })
  .meta({ id: 'CountedPagination', description: 'Pagination with the number of items after filters.' });
/** The pagination of a counted list. */
export type CountedPagination = z.infer<typeof CountedPagination>;

/** The body of every error answer, of every kind. `details` is always there on 422. */
export const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.enum(ERROR_CODES).meta({ id: 'ErrorCode', description: 'The machine-readable cause.' }),
      message: z.string().describe('One sentence for a person.'),
      details: z.array(FieldError).optional(),
    }),
    meta: Meta,
  })
  .meta({ id: 'ErrorEnvelope', description: 'The body of every error answer.' });
/** The body of every error answer. */
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

/** The answer `{data, meta}` around one object. */
export function objectOf<T extends z.ZodType>(data: T) {
  return z.object({ data, meta: Meta });
}

/** The answer `{data: [], meta}` of a list that is never paged. */
export function plainListOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), meta: Meta });
}

/** The answer `{data: [], meta, pagination: {limit, next, prev}}`. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), meta: Meta, pagination: Pagination });
}

/** The answer of a counted list: `pagination` has `total` as well. */
export function countedListOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), meta: Meta, pagination: CountedPagination });
}

/** The answer around one object that holds a page of rows, with counted pagination. */
export function countedObjectOf<T extends z.ZodType>(data: T) {
  return z.object({ data, meta: Meta, pagination: CountedPagination });
}

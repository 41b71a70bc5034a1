import { z } from 'zod';
import { ERROR_CODES } from './errors.ts';
import { Count, DateTime, FieldError, object, oneOf, Url } from './primitives.ts';

export const Meta = object('Meta', 'Metadata of the response.', {
  request_id: z.string().describe('The ID of the request, also in the `X-Request-Id` header.'),
  timestamp: DateTime.describe('The time of the response.'),
});
export type Meta = z.infer<typeof Meta>;

const page = {
  limit: z.int().describe('Items per page.'),
  next: Url.nullable().describe('URL of the next page. Null on the last page.'),
  prev: Url.nullable().describe('URL of the previous page. Null on the first page.'),
};

export const Pagination = object('Pagination', 'The page size and the URLs of the neighboring pages.', page);
export type Pagination = z.infer<typeof Pagination>;

/** The maximum `total` of a list. Counting stops there, so that long lists do not slow down their pages. */
export const MAX_TOTAL = 10_000;

export const CountedPagination = object(
  'CountedPagination',
  'Pagination with the number of items after filters.',
  {
    ...page,
    total: Count.describe('Number of items after filters, exact below 10,000: 10,000 means 10,000 or more.'),
  },
);
export type CountedPagination = z.infer<typeof CountedPagination>;

const errorEnvelope = object('ErrorEnvelope', 'The body of every error response.', {
  error: z.object({
    code: oneOf('ErrorCode', 'A machine-readable error code.', ERROR_CODES),
    message: z.string().describe('What is wrong, in one sentence.'),
    details: z.array(FieldError).optional().describe('The fields with errors. Always present with 422.'),
  }),
  meta: Meta,
});
type ErrorEnvelopeType = typeof errorEnvelope;
/** An interface, so that the declarations of routes name the type instead of repeating it for every status. */
export interface ErrorEnvelopeSchema extends ErrorEnvelopeType {}

/** The body of every error response. `details` is always present with 422. */
export const ErrorEnvelope: ErrorEnvelopeSchema = errorEnvelope;
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

/** The response `{data, meta}` around one object. */
export function objectOf<T extends z.ZodType>(data: T) {
  return z.object({ data, meta: Meta });
}

/** The response `{data: [], meta}` of a list that is never paged. */
export function plainListOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), meta: Meta });
}

/** The response `{data: [], meta, pagination: {limit, next, prev}}`. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), meta: Meta, pagination: Pagination });
}

/** The response of a counted list: `pagination` has `total` as well. */
export function countedListOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), meta: Meta, pagination: CountedPagination });
}

/** The response around one object that contains a page of rows, with counted pagination. */
export function countedObjectOf<T extends z.ZodType>(data: T) {
  return z.object({ data, meta: Meta, pagination: CountedPagination });
}

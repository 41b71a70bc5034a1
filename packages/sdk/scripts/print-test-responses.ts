import {
  ERRORS,
  exampleOf,
  MAX_BODY_BYTES,
  MAX_UPLOAD_BYTES,
  responseOf as responseSchema,
  UPLOAD_FORMATS,
} from '@voiceloom/contract';
import { isSimulated } from '../src/testing/options.ts';
import type { OperationModel } from './operation-model.ts';

type Envelope = { data: unknown; pagination?: object };

/** The status of an operation. If the test server does not simulate it, also the contract's example of its response. */
function responseOf({ id, route, stream }: OperationModel): [string, object] {
  const { success, maxBodyBytes } = route.metadata;
  const limit = maxBodyBytes === undefined ? {} : { maxBodyBytes };
  const responses = route.responses as Record<number, Parameters<typeof exampleOf>[0]>;
  // The client requests the URL instead of a redirect, because browsers hide the target of a redirect from a page.
  const status = success === 302 ? 200 : success;
  if (isSimulated(id)) return [id, { status, ...limit }];
  if (stream) return [id, { status, stream: exampleOf(responseSchema(route, status).schema) }];
  const schema = responses[status];
  const example = schema && (exampleOf(schema) as Envelope | undefined);
  if (example === undefined) throw new Error(`The contract has no example of what ${id} returns.`);
  const { data, pagination } = example;
  // The list has one page, which contains only the example.
  const total = Array.isArray(data) ? data.length : 1;
  const page =
    pagination && 'next' in pagination ? { ...pagination, next: null, prev: null, total } : pagination;
  return [id, { status, ...limit, data, ...(page && { pagination: page }) }];
}

/** The text of `src/generated/test-responses.ts`: the responses of operations that are not simulated. */
export function printTestResponses(operations: OperationModel[]): string {
  const statuses = Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status]));
  const entries = operations.map(responseOf).map(([id, response]) => {
    return `  ${JSON.stringify(id)}: ${JSON.stringify(response)},\n`;
  });
  return `// Written by scripts/gen.ts. Do not edit.

import type { CountedPagination, Operations } from './types.ts';

/** The status of each error code. */
export const errorStatuses = ${JSON.stringify(statuses, null, 2)} as const;

/** The maximum size of a request body, unless an operation has its own limit. */
export const MAX_BODY_BYTES = ${MAX_BODY_BYTES};

/** The maximum size of an upload, in bytes. */
export const MAX_UPLOAD_BYTES = ${MAX_UPLOAD_BYTES};

/** The file name extensions that each category of uploads accepts. */
export const UPLOAD_FORMATS = ${JSON.stringify(UPLOAD_FORMATS, null, 2)} as const;

/** The success status of an operation, its own maximum body size if any, and the example to return if any. */
type TestResponse = { status: number; maxBodyBytes?: number; data?: unknown; pagination?: Partial<CountedPagination>; stream?: string };

/** The responses of all operations. */
export const responses: Readonly<Record<keyof Operations, TestResponse>> = {
${entries.join('')}};
`;
}

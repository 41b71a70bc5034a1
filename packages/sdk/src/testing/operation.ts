import type { Operations } from '../generated/operations.ts';
import type { ErrorCode, Scope } from '../generated/types.ts';

/** A JSON Schema as plain data; `$ref` is `#/$defs/` and the name of a schema of the contract. */
export type TestSchema = { readonly [key: string]: unknown };

/** The id of an operation, such as `runs.start`. */
export type OperationId = keyof Operations;

/** What the catalog does not say of an operation. */
export interface TestFacts {
  success: number;
  errors: readonly ErrorCode[];
  /** For paged lists: the field of `data` with the rows, or an empty text where `data` is the list. */
  rows?: string;
}

/** What the test server knows of an operation of the contract. */
export interface TestOperation {
  id: OperationId;
  method: string;
  path: string;
  success: number;
  auth: 'none' | 'jwt' | 'jwt_or_key';
  scope: Scope | null;
  role: 'viewer' | 'editor' | 'admin' | null;
  workspace: 'header' | 'path' | 'none';
  idempotent: boolean;
  errors: readonly ErrorCode[];
  rows?: string;
  paged?: { counted: boolean; defaultLimit: number };
  query: { readonly [name: string]: TestSchema & { required: boolean } };
  body: { required: boolean; schema: TestSchema } | null;
}

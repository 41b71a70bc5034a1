import type { Operations } from '../generated/operations.ts';
import type { ErrorCode, Scope } from '../generated/types.ts';

/** A JSON Schema as plain data; `$ref` is the name of a schema of the contract. */
export type TestSchema = { readonly [key: string]: unknown };

/** The id of an operation, such as `runs.start`. */
export type OperationId = keyof Operations;

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

import type { Operations } from '../generated/operations.ts';
import type { ProviderId, ProviderService, Scope } from '../generated/types.ts';

/** A JSON Schema as plain data; `$ref` is `#/$defs/` and the name of a schema of the contract. */
export type TestSchema = { readonly [key: string]: unknown };

/** The id of an operation, such as `runs.start`. */
export type OperationId = keyof Operations;

/** What the test server knows of an operation of the contract. */
export interface TestOperation {
  id: OperationId;
  method: string;
  path: string;
  /** The status of success. */
  success: number;
  auth: 'none' | 'jwt' | 'jwt_or_key';
  scope: Scope | null;
  role: 'viewer' | 'editor' | 'admin' | null;
  workspace: 'header' | 'path' | 'none';
  idempotent: boolean;
  /** For paged lists: the field of `data` with the rows, or an empty text where `data` is the list. */
  rows?: string;
  paged?: { counted: boolean; defaultLimit: number };
  params: { readonly [name: string]: TestSchema };
  query: { readonly [name: string]: TestSchema & { required: boolean } };
  body: { required: boolean; schema: TestSchema } | null;
}

/** A provider as the contract knows it. */
export interface TestProvider {
  id: ProviderId;
  display_name: string;
  embedded: boolean;
  serves: readonly ProviderService[];
  /** What a key is made of; null where none is needed. */
  credentials_schema: TestSchema | null;
}

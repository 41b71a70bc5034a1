/** Versions of the Model Context Protocol that are spoken, the newest first. */
export const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

export type RequestId = string | number;

/** A message of JSON-RPC 2.0 that asks for an answer, or, without an id, for none. */
export interface Request {
  jsonrpc: '2.0';
  id?: RequestId;
  method: string;
  params?: Record<string, unknown>;
}

export type Answer = { jsonrpc: '2.0'; id: RequestId | null } & (
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
);

export const CODES = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  resourceNotFound: -32_002,
  busy: -32_000,
} as const;

/** A fault that the peer is told of by its number. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

const isId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number';

/** The value of a message. Throws where it is not JSON. */
export function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcError(CODES.parse, 'The message is not JSON.');
  }
}

/** Reads one message; undefined for an answer, as this side asks nothing. */
export function readRequest(message: unknown): Request | undefined {
  const { jsonrpc, id, method, params } = (message ?? {}) as Record<string, unknown>;
  const isRequest = jsonrpc === '2.0' && typeof method === 'string';
  if (!isRequest && jsonrpc === '2.0' && isId(id)) return undefined;
  const isNamed =
    params === undefined || (typeof params === 'object' && params !== null && !Array.isArray(params));
  if (!isRequest || (id !== undefined && !isId(id)) || !isNamed)
    throw new RpcError(CODES.invalidRequest, 'The message is no request of JSON-RPC 2.0.');
  return message as Request;
}

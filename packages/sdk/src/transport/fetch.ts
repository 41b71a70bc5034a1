/**
 * What this package needs of an answer; the `Response` of `fetch` has it.
 *
 * @example
 * ```ts
 * const quoting: Middleware = async (request, next) => {
 *   const response = await next(request);
 *   if (response.ok) return response;
 *   const text = await response.text();
 *   console.log(request.operation, text);
 *   // It can be read once, and the client reads it as well.
 *   const { status, statusText, ok, type, headers } = response;
 *   return { status, statusText, ok, type, headers, body: null, text: async () => text };
 * };
 * ```
 */
export interface ServiceResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The words that came with the status; often empty. */
  readonly statusText: string;
  /** Whether the status is from 200 to 299. */
  readonly ok: boolean;
  /** `opaqueredirect` where a browser hides a redirect. */
  readonly type: string;
  /** The response headers; names in any case. */
  readonly headers: { get(name: string): string | null; has(name: string): boolean };
  /** The bytes as they come; null where there are none. */
  readonly body: ReadableStream<Uint8Array> | null;
  /** The whole body as text; it can be read once, which the client itself does. */
  text(): Promise<string>;
}

/** What sends a request: the global `fetch`, `nodeFetch()` of `@voiceloom/sdk/node`, or your own. */
export type Fetch = (url: string, init: RequestInit) => Promise<ServiceResponse>;

/**
 * One attempt of a call, as middleware sees it: without `apiKey` or `token`, which is added behind all middleware. What
 * you gave as `headers` is there, also a credential.
 */
export interface AttemptRequest {
  /** The operation id, such as `workflows.list`. */
  readonly operation: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path with its parameters as `:name`, for labels. */
  readonly path: string;
  /** The whole address. */
  readonly url: string;
  /** Header names are in lower case. */
  readonly headers: Record<string, string>;
  /** The JSON that is sent; null where there is none. */
  readonly body: string | null;
  /** 0 for the first attempt, 1 for the first repetition. */
  readonly attempt: number;
  /** Aborted when the call is given up. */
  readonly signal: AbortSignal;
}

/**
 * Runs around every attempt; the first of a list is the outermost. Call `next` with the request or a changed copy.
 *
 * @example
 * ```ts
 * const timed: Middleware = async (request, next) => {
 *   const begun = performance.now();
 *   const response = await next(request);
 *   console.log(request.operation, response.status, performance.now() - begun);
 *   return response;
 * };
 * const client = new Voiceloom({ apiKey, middleware: [timed] });
 * ```
 */
export type Middleware = (
  request: AttemptRequest,
  next: (request: AttemptRequest) => Promise<ServiceResponse>,
) => Promise<ServiceResponse>;

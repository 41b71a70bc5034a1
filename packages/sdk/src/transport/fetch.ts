/**
 * The part of a response that this package needs; the `Response` of `fetch` has it.
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
  /** The status text; often empty. */
  readonly statusText: string;
  /** Whether the status is from 200 to 299. */
  readonly ok: boolean;
  /** `opaqueredirect` if a browser hides a redirect. */
  readonly type: string;
  /** The response headers; names are case-insensitive. */
  readonly headers: { get(name: string): string | null; has(name: string): boolean };
  /** The body as a stream, or null. */
  readonly body: ReadableStream<Uint8Array> | null;
  /** The whole body as text. It can be read only once, and the client itself reads it. */
  text(): Promise<string>;
}

/**
 * A function that sends a request: the global `fetch`, `nodeFetch()` of `@voiceloom/sdk/node`, or your own.
 */
export type Fetch = (url: string, init: RequestInit) => Promise<ServiceResponse>;

/**
 * One attempt of a call, as middleware sees it. It does not contain `apiKey` or `token`, which are added
 * after all middleware, but it contains the `headers` that you set, including credentials.
 */
export interface AttemptRequest {
  /** The operation ID, such as `workflows.list`. */
  readonly operation: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path with its parameters as `:name`, for labels. */
  readonly path: string;
  /** The complete URL. */
  readonly url: string;
  /** Header names are in lower case. */
  readonly headers: Record<string, string>;
  /** The JSON body, or null. */
  readonly body: string | null;
  /** 0 for the first attempt, 1 for the first retry. */
  readonly attempt: number;
  /** Aborted when the call ends early. */
  readonly signal: AbortSignal;
}

/**
 * Wraps every attempt; the first entry of the list is the outermost. Call `next` with the request or a
 * modified copy.
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

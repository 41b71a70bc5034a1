import type { ApiResult } from '../transport/response.ts';

/**
 * The data of an answer to come. `withResponse()` also gives status, headers and meta.
 *
 * @example
 * ```ts
 * const { data, response } = await client.workflows.get(id).withResponse();
 * const etag = response.headers.get('etag');
 * ```
 */
export class ApiPromise<T> extends Promise<T> {
  readonly #result: Promise<ApiResult<unknown>>;

  // `then` makes plain promises: only the call itself has a response.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  static {
    // So that `await` takes it as it is, and makes no promise of its own.
    ApiPromise.prototype.constructor = Promise;
  }

  /** @internal */
  constructor(result: Promise<ApiResult<unknown>>, toData: (data: never) => T = (data) => data as T) {
    super((resolve, reject) => {
      result.then(({ data }) => toData(data as never)).then(resolve, reject);
    });
    this.#result = result;
  }

  /** The data with the response around it; the request is not sent twice. */
  async withResponse(): Promise<ApiResult<T>> {
    // Awaited, not chained: so the stack of an error leads to the caller.
    const data = await this;
    return { ...(await this.#result), data };
  }
}

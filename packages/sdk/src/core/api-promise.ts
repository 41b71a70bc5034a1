import type { ApiResult } from '../transport/response.ts';

/**
 * A promise of the response data. `withResponse()` also gives the status, headers and meta.
 *
 * @example
 * ```ts
 * const { data, response } = await client.workflows.get(id).withResponse();
 * const etag = response.headers.get('etag');
 * ```
 */
export class ApiPromise<T> extends Promise<T> {
  readonly #result: Promise<ApiResult<unknown>>;

  // `then` returns a plain promise: only the call itself has a response.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  static {
    // With this constructor, `await` uses the promise directly instead of wrapping it in another one.
    ApiPromise.prototype.constructor = Promise;
  }

  /** @internal */
  constructor(result: Promise<ApiResult<unknown>>, toData: (data: never) => T = (data) => data as T) {
    super((resolve, reject) => {
      result.then(({ data }) => toData(data as never)).then(resolve, reject);
    });
    this.#result = result;
  }

  /** The data together with its response. The request is not sent twice. */
  async withResponse(): Promise<ApiResult<T>> {
    // `await` instead of `then` keeps the caller in the stack trace of an error.
    const data = await this;
    return { ...(await this.#result), data };
  }
}

import { ResponseError } from '../errors/errors.ts';
import type { CountedPagination, Pagination } from '../generated/types.ts';
import type { ServiceResponse } from '../transport/fetch.ts';
import type { ApiResult } from '../transport/response.ts';
import { checkOptions } from './environment.ts';
import type { Sender } from './request.ts';
import type { Call } from './route.ts';

/**
 * One page of a list. Iterating over it yields its items and those of all later pages.
 *
 * @example
 * ```ts
 * const first = await client.voices.list({ limit: 50 });
 * const second = await first.next();
 * ```
 */
export interface Page<Item, Data = Item[]> extends ApiResult<Data>, AsyncIterable<Item> {
  /** The items of this page. */
  items: Item[];
  /** The `data` of the response; for most lists, the items themselves. */
  data: Data;
  /** The page size and the URLs of the neighboring pages; for counted lists also `total`, which counts up to 10,000. */
  pagination: Pagination | CountedPagination;
  /** Status and headers. */
  response: ServiceResponse;
  /** Whether there is a next page. */
  hasNext: boolean;
  /** The next page, or null at the end. */
  next(): Promise<Page<Item, Data> | null>;
}

type First<Item, Data> = () => Promise<Page<Item, Data>>;

/** The pages from the first one on. Throws if a page names an earlier one as the next. */
async function* readPages<Item, Data>(
  first: First<Item, Data>,
  limit = Infinity,
): AsyncGenerator<Page<Item, Data>, void, undefined> {
  let page: Page<Item, Data> | null = limit > 0 ? await first() : null;
  const visitedPages = new Set<string | null>();
  for (let count = 1; page; count += 1) {
    yield page;
    if (count >= limit) return;
    const { next } = page.pagination;
    if (visitedPages.has(next)) throw new ResponseError('The list returned the same page again.');
    visitedPages.add(next);
    page = await page.next();
  }
}

/** The items of all pages. */
async function* readItems<Item, Data>(first: First<Item, Data>): AsyncGenerator<Item, void, undefined> {
  for await (const page of readPages(first)) yield* page.items;
}

/**
 * A list that is requested page by page during iteration. Nothing is sent before that. Awaiting it returns
 * the first page.
 *
 * @example
 * ```ts
 * for await (const voice of client.voices.list({ language: 'ja-jp' })) console.log(voice.name);
 * const firstFifty = await client.workflows.list().toArray({ limit: 50 });
 * const { items, pagination } = await client.workflows.list({ limit: 10 });
 * ```
 */
export class Pages<Item, Data = Item[]> implements AsyncIterable<Item>, PromiseLike<Page<Item, Data>> {
  readonly #sender: Sender;
  readonly #call: Call;

  /** @internal */
  constructor(sender: Sender, call: Call) {
    this.#sender = sender;
    this.#call = call;
    // The output of `console.log` in Node: no items are loaded before iteration. It is defined here because a
    // method with a computed name would prevent tree shaking of this class.
    Object.defineProperty(this, Symbol.for('nodejs.util.inspect.custom'), {
      value: () => `Pages { ${call.route.id}: await it, or iterate over it with for await }`,
    });
  }

  /**
   * The first page.
   *
   * @example
   * ```ts
   * const { items, hasNext } = await client.voices.list().page();
   * ```
   */
  page(): Promise<Page<Item, Data>> {
    return this.#read(this.#call.query);
  }

  /**
   * The first page with its response and pagination.
   *
   * @example
   * ```ts
   * const { response, pagination } = await client.voices.list().withResponse();
   * ```
   */
  withResponse(): Promise<Page<Item, Data>> {
    return this.page();
  }

  /** Makes `await` return the first page. Each `await` sends a new request. */
  // biome-ignore lint/suspicious/noThenProperty: awaiting a list returns its first page
  then<Done = Page<Item, Data>, Failed = never>(
    done?: ((page: Page<Item, Data>) => Done | PromiseLike<Done>) | null,
    failed?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.page().then(done, failed);
  }

  /** The first page, or the result of `failed` for an error. */
  catch<Failed>(
    failed: (error: unknown) => Failed | PromiseLike<Failed>,
  ): Promise<Page<Item, Data> | Failed> {
    return this.page().catch(failed);
  }

  /**
   * All pages in order; at most `limit` pages.
   *
   * @example
   * ```ts
   * for await (const page of client.voices.list().pages({ limit: 3 })) console.log(page.items.length);
   * ```
   */
  pages(options: { limit?: number } = {}): AsyncGenerator<Page<Item, Data>, void, undefined> {
    checkOptions(options, 'limit');
    return readPages(() => this.page(), options.limit);
  }

  /** All items; at most `limit` items, and no more pages than needed. */
  async toArray(options: { limit?: number } = {}): Promise<Item[]> {
    // A number instead of options would read the whole list.
    checkOptions(options, 'limit');
    const { limit = Infinity } = options;
    const items: Item[] = [];
    if (limit <= 0) return items;
    for await (const page of this.pages()) {
      items.push(...page.items);
      if (items.length >= limit) break;
    }
    return items.slice(0, limit);
  }

  /** Iterates over the items of all pages. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return readItems(() => this.page());
  }

  /** Requests the page of a query. */
  async #read(query: object | undefined): Promise<Page<Item, Data>> {
    const result = await this.#sender.send<Data>({ ...this.#call, query });
    const { pagination, response } = result;
    const { status } = response;
    if (pagination === undefined) throw new ResponseError('The list has no pagination.', { status });
    const { rows } = this.#call.route;
    const items: unknown = rows ? (result.data as Record<string, unknown> | null)?.[rows] : result.data;
    if (!Array.isArray(items)) throw new ResponseError('The response is not a list.', { status });
    const next = async () => {
      if (pagination.next === null) return null;
      if (!URL.canParse(pagination.next, 'http://localhost'))
        throw new ResponseError('The next page of the list has no valid URL.');
      // Only the query of the URL is used, so the credential never leaves the client's origin.
      const { searchParams } = new URL(pagination.next, 'http://localhost');
      const names = [...searchParams.keys()];
      return this.#read(Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)])));
    };
    const page: Page<Item, Data> = {
      ...result,
      pagination,
      items: items as Item[],
      hasNext: pagination.next !== null,
      next,
      [Symbol.asyncIterator]: () => readItems(async () => page),
    };
    return page;
  }
}

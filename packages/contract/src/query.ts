import { z } from 'zod';

/** A text of decimal digits as a number; NaN for others. */
const asInteger = (text: string) => (/^-?(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN);

/** An integer in a query. Only decimal digits are accepted: `''`, `1e3` and `1.0` are rejected. */
export function queryInteger(bounds: { min: number; max: number }) {
  // Without it, the message of the type would also be used for the bounds.
  const range = { error: `Must be from ${bounds.min} to ${bounds.max}.` };
  return z
    .union([z.string().transform(asInteger), z.number()])
    .pipe(z.int({ error: 'Must be an integer.' }).min(bounds.min, range).max(bounds.max, range))
    .meta({ wire: { type: 'integer', minimum: bounds.min, maximum: bounds.max } });
}

/** A boolean in a query: exactly `true` or `false`. */
export const QueryBoolean = z
  .union([z.enum(['true', 'false']).transform((text) => text === 'true'), z.boolean()], {
    error: 'Must be true or false.',
  })
  .meta({ wire: { type: 'boolean' } });

/** In a query, a plus sign means a space. */
const PLUS_SIGN = 'Send a plus sign as %2B.';

/** A time in a query, with an offset (`Z` or `+02:00`). Parsed to UTC with `Z`. */
export const QueryDateTime = z.iso
  .datetime({
    offset: true,
    error: ({ input }) => {
      // A time whose `+` became a space: `2026-03-02T09:00:00 02:00`.
      if (typeof input === 'string' && /T[^T]* \d\d:?\d\d$/.test(input))
        return `${PLUS_SIGN} In a query, + means a space: ${input.replace(/ (?=\S*$)/, '%2B')}`;
      return 'Must be an ISO 8601 date-time with an offset (Z or +02:00).';
    },
  })
  // Also runs for text that was rejected above, and leaves it unchanged.
  .overwrite((text) => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString()));

/** Names of the tz database without a slash. Other such words are ambiguous abbreviations. */
const SHORT_NAMES = new Set(
  `CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel
  Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey UCT
  UTC Universal W-SU WET Zulu`
    .toLowerCase()
    .split(/\s+/),
);

/** Whether a text is an IANA time zone, such as `Asia/Kathmandu`. Case does not matter. */
export function isTimeZone(name: string): boolean {
  // Some systems also know zones such as `SystemV/PST8`, which the database no longer has.
  const isRegional = /^[a-z][a-z0-9_+-]*(\/[a-z0-9_+-]+)+$/i.test(name) && !/^systemv\//i.test(name);
  if (!isRegional && !SHORT_NAMES.has(name.toLowerCase())) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** An IANA time zone in a request. Other names are rejected. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, {
    error: ({ input }) => {
      const hint = / \d+$/.test(String(input)) ? ` ${PLUS_SIGN}` : '';
      return `Must be an IANA time zone, such as Europe/Berlin.${hint}`;
    },
  })
  .meta({ description: 'The IANA time zone that decides when a day starts.', examples: ['Europe/Berlin'] });
export type TimeZone = z.infer<typeof TimeZone>;

/** The message of the first option of a union: why a single value was rejected. */
function firstReason(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_union') return undefined;
  return issue.errors[0]?.[0]?.message;
}

/** A query parameter that may be repeated: `key=a&key=b` is `[a, b]`, `key=a` is `[a]`. */
export function repeated<T extends z.ZodType>(item: T) {
  return z
    .union([item.transform((value) => [value]), z.array(item).max(100)], { error: firstReason })
    .meta({ wire: { type: 'array' }, list: 'repeated' });
}

/** Values of `item` in one parameter, separated by commas. */
export function commaSeparated<T extends z.ZodType<unknown, string>>(item: T) {
  const splitList = (text: string) => text.split(',').map((part) => part.trim());
  return z
    .string()
    .transform((text) => splitList(text) as z.input<T>[])
    .pipe(z.array(item).min(1).max(100))
    .meta({ wire: { type: 'string' }, list: 'commas' });
}

/** How a query parameter takes several values: repeated, or in one with commas. Undefined if it takes one value. */
function listForm(parameter: z.ZodType): unknown {
  const { innerType } = parameter.def as { innerType?: z.ZodType };
  return parameter.meta()?.list ?? (innerType && listForm(innerType));
}

/** The message if several values of a query parameter have the form of another parameter. */
export function listProblem(name: string, parameter: z.ZodType, value: unknown): string | undefined {
  const form = listForm(parameter);
  const accepts = (candidate: unknown) => parameter.safeParse(candidate).success;
  if (Array.isArray(value)) {
    if (form === 'repeated') return undefined;
    if (form === 'commas') return `Send it once, with commas: ${name}=${value.join(',')}`;
    return 'Must be sent only once.';
  }
  if (form === 'commas' || typeof value !== 'string') return undefined;
  // A comma can also be a part of a single value.
  if (!value.includes(',') || accepts(value)) return undefined;
  // `status=failed,completed` in a parameter whose values are `failed` and `completed`.
  const parts = value.split(',').map((part) => part.trim());
  if (!parts.every(accepts)) return undefined;
  if (form !== 'repeated') return 'Takes only one value.';
  return `Send it once for each value: ${parts.map((part) => `${name}=${part}`).join('&')}`;
}

/** Rejects parts of `sort` and `order` that would have no effect. Use it with `.superRefine`. */
export function pairOrders(
  { sort = [], order = [] }: { sort?: string[]; order?: string[] },
  ctx: z.core.$RefinementCtx<unknown>,
) {
  const issue = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  if (new Set(sort).size < sort.length) issue('sort', 'Must not contain a key twice.');
  if (order.length > Math.max(1, sort.length)) issue('order', 'Must not have more values than sort.');
}

/** A text in a query, such as one to search for. */
export function textFilter(description: string, { max, example }: { max: number; example: string }) {
  return z
    .string()
    .max(max)
    .optional()
    .meta({ description, examples: [example] });
}

const Limit = queryInteger({ min: 1, max: 100 });
const Offset = queryInteger({ min: 0, max: 10_000 });

/** Lets a refinement run in spite of other errors, so that one response lists them all. */
const alongside = { when: () => true };

type Cut = { cursor?: string | undefined; offset?: number | undefined };

/** Rejects a query with both ways to select a page. */
function rejectCursorWithOffset(query: Cut, ctx: z.core.$RefinementCtx<unknown>) {
  if (typeof query !== 'object' || query === null) return;
  if (query.cursor === undefined || query.offset === undefined) return;
  ctx.addIssue({
    code: 'custom',
    path: ['cursor'],
    message: 'Must not be combined with offset.',
  });
}

/**
 * The query of a paged list: `limit` 1-100 (default `defaultLimit`), `offset` 0-10,000 (default 0) or the
 * opaque `cursor` of the URL in `pagination.next`, and the filters of `shape`.
 */
export function pagedQuery<S extends z.core.$ZodLooseShape>(shape: S, defaultLimit = 20) {
  const page = z.object({
    limit: Limit.default(defaultLimit).describe('Items per page.'),
    offset: Offset.optional().describe(
      'Number of items to skip. Default: 0. Cannot be combined with `cursor`.',
    ),
    cursor: z
      .string()
      .min(1)
      .max(8000)
      .optional()
      .meta({
        description:
          'The `cursor` value from the URL in `pagination.next` or `pagination.prev`. You can also pass the whole URL.',
        examples: ['eyJrIjoiMjAyNi0wMy0wMiJ9'],
      }),
  });
  return page.extend(shape).superRefine((query, ctx) => rejectCursorWithOffset(query as Cut, ctx), alongside);
}

/** Rejects a range whose `from` is after its `to`. Use it with `.superRefine` on a query with both. */
export function fromBeforeTo(from: string, to: string) {
  return (query: object, ctx: z.core.$RefinementCtx<unknown>) => {
    const [start, end]: unknown[] = [Reflect.get(query, from), Reflect.get(query, to)];
    if (typeof start !== 'string' || typeof end !== 'string') return;
    if (Date.parse(start) <= Date.parse(end)) return;
    ctx.addIssue({ code: 'custom', path: [from], message: `Must not be later than ${to}.` });
  };
}

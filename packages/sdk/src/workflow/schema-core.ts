import { type Issue, type Params, type Say, sayOf, worded } from './issue.ts';

/** A value on its way through a schema, with what was found wrong. */
export interface Reading {
  value: unknown;
  issues: Issue[];
  aborted?: boolean;
}

/** What all readings of one parse share: the words of the reader. */
export type Reader = { error?: Say };

type Check = {
  run: (reading: Reading) => void;
  /** Runs where this says so, also after a fault; without it only where nothing stopped the reading. */
  when?: ((reading: Reading) => boolean) | undefined;
  /** The most items of a list. */
  cap?: number;
};

/** What a kind of schema does by itself; the rest is the same for all. */
export interface Kind {
  take(reading: Reading, reader: Reader): Reading;
  error?: Say;
  /** What an object does where the field is absent. */
  absent?: 'optional' | 'defaulted' | undefined;
  optionalOut?: boolean;
}

/** What `superRefine` hands to its function. */
export interface RefineContext {
  addIssue(issue: Omit<Issue, 'path'> & { path?: (string | number)[] }): void;
}

/** A schema: the part of zod's interface that definitions are described with, to the same answers. */
export interface Schema extends Kind {
  read(reading: Reading, reader: Reader): Reading;
  min(least: number, params?: Params): Schema;
  max(most: number, params?: Params): Schema;
  regex(pattern: RegExp, params?: Params): Schema;
  overwrite(change: (value: never) => unknown): Schema;
  trim(): Schema;
  toLowerCase(): Schema;
  refine(holds: (value: never) => unknown, params?: Params & { path?: (string | number)[] }): Schema;
  superRefine(
    find: (value: never, context: RefineContext) => void,
    params?: { when?: (reading: Reading) => boolean },
  ): Schema;
  transform(change: (value: never) => unknown): Schema;
  optional(): Schema;
  nullable(): Schema;
  default(value: unknown): Schema;
  prefault(value: unknown): Schema;
  describe(text: string): Schema;
  meta(facts: object): Schema;
  parse(value: unknown): unknown;
  safeParse(
    value: unknown,
    options?: { error?: Say; reportInput?: boolean },
  ): { success: true; data: unknown } | { success: false; error: { issues: Issue[] } };
}

/** Whether a fault stops what would come next. */
export const isStopped = ({ aborted, issues }: Reading, from = 0): boolean =>
  aborted === true || issues.slice(from).some((issue) => issue.continue !== true);

/** Faults of the value itself, as against those of its parts, have the words of the schema. */
function owned(reading: Reading, error: Say): Reading {
  if (error === undefined) return reading;
  for (const issue of reading.issues) if (issue.path.length === 0) issue.says ??= [error];
  return reading;
}

/** A list that is too long is refused before anybody looks at its items. */
function capped(reading: Reading, checks: readonly Check[]): Reading | undefined {
  const { value } = reading;
  const check = Array.isArray(value) ? checks.find(({ cap = Infinity }) => value.length > cap) : undefined;
  check?.run(reading);
  return check && { ...reading, aborted: true };
}

function runChecks(reading: Reading, checks: readonly Check[], error: Say): Reading {
  let stopped = isStopped(reading);
  for (const { run, when } of checks) {
    if (when ? reading.issues.some((issue) => issue.continue === false) || !when(reading) : stopped) continue;
    const before = reading.issues.length;
    run(reading);
    for (const issue of reading.issues.slice(before)) issue.says = [...((issue.says as Say[]) ?? []), error];
    stopped ||= isStopped(reading, before);
  }
  return reading;
}

const lengthOf = (value: unknown): number | undefined => {
  if (typeof value === 'string') return [...value].length;
  return Array.isArray(value) ? value.length : undefined;
};

/** `min` and `max`: of numbers their value, of texts and lists their length, which is told after other faults too. */
function bound(kind: Kind, code: 'too_small' | 'too_big', limit: number, params: Params): Check {
  const outside = (size: number) => (code === 'too_small' ? !(size >= limit) : !(size <= limit));
  const measured = kind.absent === undefined && (kind as { measured?: boolean }).measured === true;
  return {
    ...(measured && { when: ({ value }: Reading) => lengthOf(value) !== undefined }),
    ...(measured && code === 'too_big' && { cap: limit }),
    run: ({ value, issues }) => {
      const size = lengthOf(value) ?? (value as number);
      if (!outside(size)) return;
      const origin = Array.isArray(value) ? 'array' : typeof value;
      const facts = { [code === 'too_small' ? 'minimum' : 'maximum']: limit, inclusive: true };
      issues.push({ code, origin, ...facts, input: value, path: [], continue: true, says: [sayOf(params)] });
    },
  };
}

function refinement(
  holds: (value: never) => unknown,
  params: (Params & { path?: (string | number)[] }) | undefined,
): Check {
  return {
    run: ({ value, issues }) => {
      if (holds(value as never)) return;
      const path = typeof params === 'object' ? [...(params.path ?? [])] : [];
      issues.push({ code: 'custom', input: value, path, continue: true, says: [sayOf(params)] });
    },
  };
}

function finder(find: (value: never, context: RefineContext) => void): (reading: Reading) => void {
  return ({ value, issues }) =>
    find(value as never, {
      addIssue: (issue) =>
        issues.push({
          continue: true,
          input: value,
          ...issue,
          code: String(issue.code),
          path: issue.path ?? [],
        }),
    });
}

function matching(pattern: RegExp, params: Params): Check {
  const facts = { code: 'invalid_format', format: 'regex', origin: 'string', pattern: String(pattern) };
  return {
    run: ({ value, issues }) => {
      if (String(value).search(pattern) !== -1) return;
      issues.push({ ...facts, input: value, path: [], continue: true, says: [sayOf(params)] });
    },
  };
}

/** A default is a copy for every reading, so that nobody changes it for the others. */
const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...value];
  return typeof value === 'object' && value !== null ? { ...value } : value;
};

const wrapped = (inner: Schema, kind: Partial<Kind> & Pick<Kind, 'take'>): Schema =>
  schemaOf({ absent: inner.absent, ...kind });

function transformed(inner: Schema, change: (value: never) => unknown): Schema {
  return wrapped(inner, {
    take: (reading, reader) => {
      const left = inner.read(reading, reader);
      if (left.issues.some(({ code }) => code !== 'unrecognized_keys')) return { ...left, aborted: true };
      return { value: change(left.value as never), issues: left.issues };
    },
  });
}

function safeParse(
  schema: Schema,
  value: unknown,
  { error, reportInput }: { error?: Say; reportInput?: boolean } = {},
) {
  const reading = schema.read({ value, issues: [] }, { error });
  if (reading.issues.length === 0) return { success: true as const, data: reading.value };
  const issues = reading.issues.map((issue) => {
    const { input, ...facts } = worded(issue, [error]);
    return (reportInput ? { ...facts, input } : facts) as Issue;
  });
  return { success: false as const, error: { issues } };
}

/** A schema of a kind, with checks that run after it. */
export function schemaOf<K extends Kind>(kind: K, checks: readonly Check[] = []): Schema & K {
  const and = (...more: Check[]): Schema => schemaOf(kind, [...checks, ...more]);
  const overwrite = (change: (value: never) => unknown) =>
    and({
      run: (reading) => {
        reading.value = change(reading.value as never);
      },
    });
  const schema: Schema & K = {
    ...kind,
    read: (reading, reader) =>
      capped(reading, checks) ?? runChecks(owned(kind.take(reading, reader), kind.error), checks, kind.error),
    min: (least, params) => and(bound(kind, 'too_small', least, params)),
    max: (most, params) => and(bound(kind, 'too_big', most, params)),
    regex: (pattern, params) => and(matching(pattern, params)),
    overwrite,
    trim: () => overwrite((text: string) => text.trim()),
    toLowerCase: () => overwrite((text: string) => text.toLowerCase()),
    refine: (holds, params) => and(refinement(holds, params)),
    superRefine: (find, params) => and({ run: finder(find), when: params?.when }),
    ...combinators(() => schema),
    parse: (value: unknown) => {
      const read = safeParse(schema, value);
      if (read.success) return read.data;
      throw new TypeError(read.error.issues[0]?.message);
    },
    safeParse: (value, options) => safeParse(schema, value, options),
  };
  return schema;
}

function combinators(self: () => Schema) {
  const filled = (take: Kind['take']): Schema => wrapped(self(), { absent: 'defaulted', take });
  return {
    describe: () => self(),
    meta: () => self(),
    transform: (change: (value: never) => unknown) => transformed(self(), change),
    optional: () => {
      const inner = self();
      return wrapped(inner, {
        absent: inner.absent ?? 'optional',
        optionalOut: true,
        take: (reading, reader) =>
          reading.value === undefined && inner.absent !== 'defaulted' ? reading : inner.read(reading, reader),
      });
    },
    nullable: () => {
      const inner = self();
      return wrapped(inner, {
        ...(inner.optionalOut && { optionalOut: true }),
        take: (reading, reader) => (reading.value === null ? reading : inner.read(reading, reader)),
      });
    },
    default: (value: unknown) => {
      const inner = self();
      return filled((reading, reader) =>
        reading.value === undefined ? { ...reading, value: copyOf(value) } : inner.read(reading, reader),
      );
    },
    prefault: (value: unknown) => {
      const inner = self();
      return filled((reading, reader) =>
        inner.read(
          { ...reading, value: reading.value ?? (reading.value === null ? null : copyOf(value)) },
          reader,
        ),
      );
    },
  };
}

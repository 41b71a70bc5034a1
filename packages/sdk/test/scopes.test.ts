import { operations, type SCOPES } from '@voiceloom/contract';
import { expect, expectTypeOf, test } from 'vitest';
import type { ScopedNames } from '../src/client/scoped.ts';
import type { Scope } from '../src/generated/types.ts';
import { type ScopedTo, Voiceloom, type Voiceloom as Whole } from '../src/index.ts';

const client = new Voiceloom({ apiKey: 'k' });

// Never called: only the compiler checks it.
const readsAndRuns = (scoped: ScopedTo<'workflows:read' | 'workflows:run'>) => ({
  list: () => scoped.workflows.list({ limit: 1 }),
  start: () => scoped.runs.start('w').wait(),
  events: () => scoped.runs.events('w', 'r'),
  handle: () => scoped.runs.handle('w', 'r').refresh(),
  open: () => [scoped.nodes.list(), scoped.auth.whoami(), scoped.health.live()],
  link: () => scoped.download({ url: 'u', filename: 'f' }),
  // @ts-expect-error needs workflows:write
  create: () => scoped.workflows.create({ name: 'x' }),
  // @ts-expect-error the change by a function needs workflows:write as well
  change: () => scoped.workflows.update('w', () => ({ name: 'x' })),
  // @ts-expect-error needs voices:read
  voices: () => scoped.voices.list(),
  // @ts-expect-error needs uploads:write
  upload: () => scoped.uploads.upload({}),
  // @ts-expect-error needs the token of a person
  keys: () => scoped.apiKeys.list(),
  // @ts-expect-error so does the body of a change
  summary: () => scoped.runs.summary('w', {}),
});

const readsAndWrites = (scoped: ScopedTo<'workflows:read' | 'workflows:write'>) => ({
  change: () => scoped.workflows.update('w', ({ name }) => ({ name: `${name}!` })),
  create: () => scoped.workflows.create({ name: 'x' }),
  // @ts-expect-error API keys may not change by a body
  update: () => scoped.workflows.update('w', { name: 'x' }),
  // @ts-expect-error needs workflows:run
  start: () => scoped.runs.start('w'),
});

const uploads = (scoped: ScopedTo<'uploads:write'>) => ({
  upload: () => scoped.uploads.upload({ file: new Blob([]), category: 'script', workflowId: 'w' }),
  // @ts-expect-error nothing of workflows is there
  workflows: () => scoped.workflows,
});

// @ts-expect-error there is no such scope
type Unknown = ScopedTo<'workflows:fly'>;

test('a client can be narrowed to its scopes, and its methods keep their types', () => {
  expect(readsAndRuns(client)).toBeDefined();
  expect(readsAndWrites(client)).toBeDefined();
  expect(uploads(client)).toBeDefined();
  expectTypeOf<Unknown>().not.toBeAny();
  type Runner = ScopedTo<'workflows:run'>;
  expectTypeOf<Runner['runs']['start']>().toEqualTypeOf<Whole['runs']['start']>();
});

test('every scope is known, and every method that a key may call is a method of the client', () => {
  type Method = ScopedNames<Scope>;
  type Named = Method extends `${infer Group}.${infer Name}`
    ? Group extends keyof Whole
      ? Name extends keyof Whole[Group]
        ? never
        : Method
      : Method
    : Method;
  const missing: Named[] = [];
  expect(missing).toEqual([]);
  expectTypeOf<Scope>().toEqualTypeOf<(typeof SCOPES)[number]>();
  expect(operations().some(({ route }) => route.metadata.auth === 'jwt')).toBe(true);
});

import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { validate } from '../src/contract.ts';
import { chain, InputError, isError, VoiceloomError } from '../src/index.ts';
import { fileFrom } from '../src/node.ts';
import { data, scripted } from './support/scripted-server.ts';

// Calls what the compiler rejects, as untyped programs can.
type Loose = (...args: unknown[]) => unknown;
const loose = (call: unknown) => call as Loose;
const listOf = (voices?: Record<string, Loose>) => voices?.list?.() as Record<'toArray' | 'pages', Loose>;

const wrong: [string, (client: Record<string, Record<string, Loose>>) => unknown, RegExp][] = [
  [
    'a chain with a type that there is not',
    () => loose(chain)(['operator_generatr']),
    /Step 1.*operator_generatr.*source_script/,
  ],
  ['a chain with an inherited name', () => loose(chain)(['toString']), /has an unknown node type/],
  ['a chain of texts', () => loose(chain)('source_script'), /Step 1 of chain\(\) must be a list/],
  ['a chain with nothing', () => loose(chain)(['source_script'], undefined), /Step 2/],
  ['a chain with an invalid config', () => loose(chain)(['source_script', 'text']), /config/],
  [
    'the check of an operation that there is not',
    () => loose(validate)('workflows.make', {}),
    /no operation workflows\.make/,
  ],
  ['the check of an inherited name', () => loose(validate)('constructor', {}), /no operation/],
  [
    'the check of a body that holds itself',
    () => {
      const body: Record<string, unknown> = {};
      body.definition = body;
      return validate('workflows.create', body);
    },
    /cannot be sent as JSON: Converting circular structure/,
  ],
  ['an invalid token', ({ runs }) => runs?.reopen?.(undefined), /token must be/],
  ['a number as a token', ({ runs }) => runs?.reopen?.(7), /token must be/],
  ['a download of nothing', (client) => loose(client.download).call(client, undefined), /requires a link/],
  ['a call without its id', ({ workflows }) => workflows?.get?.(), /workflow_id/],
  ['a run without its workflow', ({ runs }) => runs?.start?.(), /workflow_id/],
  [
    'a body that holds itself',
    ({ workflows }) => {
      const body: Record<string, unknown> = { name: 'x' };
      body.definition = body;
      return workflows?.create?.(body);
    },
    /cannot be sent as JSON: Converting circular structure/,
  ],
  ['a body with a bigint', ({ workflows }) => workflows?.create?.({ name: 1n }), /cannot be sent as JSON/],
  ['an error of no operation', () => loose(isError)(new Error(), 'runs.strat'), /no operation runs\.strat/],
  ['an option that calls do not have', ({ workflows }) => workflows?.get?.('w', { timeout: 5 }), /timeoutMs/],
  [
    'a text as retries',
    ({ workflows }) => workflows?.get?.('w', { maxRetries: 'x' }),
    /a number of at least 0/,
  ],
  [
    'a text as time',
    ({ workflows }) => workflows?.get?.('w', { timeoutMs: 'abc' }),
    /a number of at least 1/,
  ],
  ['no time at all', ({ workflows }) => workflows?.get?.('w', { timeoutMs: 0 }), /a number of at least 1/],
  ['a negative time', ({ voices }) => voices?.list?.({}, { timeoutMs: -1 }), /a number of at least 1/],
  ['a number as options', ({ workflows }) => workflows?.get?.('w', 5), /such as \{ timeoutMs \}/],
  ['an invalid signal', ({ workflows }) => workflows?.get?.('w', { signal: 1 }), /an AbortSignal/],
  [
    'a key for what reads',
    ({ workflows }) => workflows?.get?.('w', { idempotencyKey: 'a' }),
    /no option idem/,
  ],
  [
    'an empty key',
    ({ workflows }) => workflows?.create?.({ name: 'a' }, { idempotencyKey: '' }),
    /non-empty/,
  ],
  [
    'a number as limit',
    ({ voices }) => loose(listOf(voices).toArray)(5),
    /\{ limit \}|limit must be a number|Options: limit/,
  ],
  [
    'a text as limit',
    ({ voices }) => listOf(voices).toArray({ limit: '5' }),
    /\{ limit \}|limit must be a number|Options: limit/,
  ],
  [
    'another name for a limit',
    ({ voices }) => listOf(voices).pages({ max: 5 }),
    /\{ limit \}|limit must be a number|Options: limit/,
  ],
  ['a file of nothing', () => loose(fileFrom)(undefined), /path of a file/],
  ['a folder as a file', () => fileFrom(tmpdir()), /is a folder/],
];

test.each(wrong)(
  '%s is an error of this package that names what is allowed',
  async (_name, call, sentence) => {
    const { client, seen } = await scripted(data({}));
    const error = await (async () => call(client() as never))().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toBeInstanceOf(VoiceloomError);
    expect((error as Error).message).toMatch(sentence);
    expect(seen).toHaveLength(0);
  },
);

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import {
  choosePlansFile,
  type FilePlan,
  readPlans,
  SELLER_PLANS_FILE,
  UNLIMITED_PLANS_FILE,
} from '../../src/config/plans-file.ts';
import { createDb, createPool, type Db } from '../../src/db/index.ts';
import { seedPlans } from '../../src/db/seed-plans.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { planId } from '../support/plans.ts';
import { spawnBin } from '../support/processes.ts';

const directory = mkdtempSync(join(tmpdir(), 'voiceloom-plans-'));
const path = join(directory, 'plans.json');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const shipped = readPlans(SELLER_PLANS_FILE);
const write = (content: unknown) =>
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
const [free, creator] = shipped as [FilePlan, FilePlan];

function faultsOf(content: unknown): string[] {
  write(content);
  try {
    readPlans(path);
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
  return [];
}

describe('the plans file', () => {
  test('contains six plans in display order by default', () => {
    expect(shipped.map(({ slug }) => slug)).toEqual([
      'free',
      'creator-monthly',
      'creator-yearly',
      'studio-monthly',
      'studio-yearly',
      'enterprise',
    ]);
  });

  test('has no limits without a payment processor, unless PLANS_FILE names another one', () => {
    const payments = { secret_key: 'sk_test_1', webhook_secret: 'whsec_1' };
    expect(choosePlansFile({ plans_file: undefined, payments: undefined })).toBe(UNLIMITED_PLANS_FILE);
    expect(choosePlansFile({ plans_file: undefined, payments })).toBe(SELLER_PLANS_FILE);
    expect(choosePlansFile({ plans_file: path, payments: undefined })).toBe(path);
    expect(choosePlansFile({ plans_file: path, payments })).toBe(path);
  });

  test('without limits limits nothing', () => {
    const plans = readPlans(UNLIMITED_PLANS_FILE);
    expect(plans).toMatchObject([{ slug: 'free', default: true, amount: 0 }]);
    const { byok_enabled, ...limits } = plans[0]?.limits ?? {};
    expect(byok_enabled).toBe(1);
    expect(new Set(Object.values(limits))).toEqual(new Set(['unlimited']));
  });

  test('can name what a plan may use through platform keys', () => {
    const offer = { platform_providers: ['elevenlabs'], platform_models: ['elevenlabs/eleven_v3'] };
    const plan = { ...free, ...offer, platform_characters_per_day: 5_000 };
    write({ plans: [plan] });
    expect(readPlans(path)).toEqual([plan]);
    expect(faultsOf({ plans: [{ ...free, platform_providers: ['espeak'] }] })).toMatchObject([
      expect.stringMatching(/^PLANS_FILE: plans\.0\.platform_providers\.0: /),
    ]);
    expect(faultsOf({ plans: [{ ...free, ...offer, platform_providers: ['azure'] }] })).toEqual([
      'PLANS_FILE: plans.0.platform_models: the provider of elevenlabs/eleven_v3 is not one of platform_providers',
    ]);
  });

  test('reports every error with its path in one message', () => {
    const limits = { ...creator.limits, seats: -1, byok_enabled: 2, storage: 5 };
    const faults = faultsOf({
      plans: [
        { ...free, slug: 'Not a slug' },
        { ...creator, amount: 1.5, limits },
      ],
    });
    expect(faults.map((fault) => fault.split(': ').slice(0, 2).join(': '))).toEqual([
      'PLANS_FILE: plans.0.slug',
      'PLANS_FILE: plans.1.amount',
      'PLANS_FILE: plans.1.limits.byok_enabled',
      'PLANS_FILE: plans.1.limits.seats',
      'PLANS_FILE: plans.1.limits',
    ]);
  });

  test('has exactly one default plan, which is free, and no duplicate slug', () => {
    expect(faultsOf({ plans: [creator] })).toEqual([
      'PLANS_FILE: plans: exactly one plan must be the default, not 0',
    ]);
    expect(faultsOf({ plans: [free, { ...free, slug: 'other' }] })).toHaveLength(1);
    expect(faultsOf({ plans: [free, creator, creator] })).toHaveLength(1);
    expect(faultsOf({ plans: [{ ...creator, default: true }] })).toHaveLength(1);
    expect(faultsOf({ plans: [free, { ...creator, amount: 0 }] })).toHaveLength(1);
  });

  test('that is missing or not JSON is also reported', () => {
    expect(faultsOf('{')[0]).toContain(path);
    expect(() => readPlans(join(directory, 'none.json'))).toThrow(/none\.json/);
  });

  test('with errors prevents the start of a process with a readable message', async () => {
    write({ plans: [creator] });
    const server = spawnBin('serve', { DATA_DIR: directory, PLANS_FILE: path });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('PLANS_FILE: plans: exactly one plan must be the default, not 0');
    expect(server.output()).not.toContain(' at ');
  });
});

describe('starting with a plans file', () => {
  let database: TestDatabase;
  let db: Db;
  let pool: ReturnType<typeof createPool>;
  beforeAll(async () => {
    database = await createDatabase();
    pool = createPool({ connectionString: database.url, max: 6, onError: () => undefined });
    db = createDb(pool);
  });
  beforeEach(() => start(shipped, new Date('2026-01-01T00:00:00Z')));
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const start = (plans: readonly FilePlan[], now: Date) =>
    db.transaction().execute((tx) => seedPlans(tx, plans, now));
  const rows = () => db.selectFrom('plan').selectAll().orderBy('id').execute();
  const plan = async (slug: string) => (await rows()).find((row) => row.slug === slug);

  test('changes only what the file changes', async () => {
    const before = await rows();
    await start(shipped, new Date('2026-02-01T00:00:00Z'));
    expect(await rows()).toEqual(before);
    const limits = { ...creator.limits, seats: 4 };
    const now = new Date('2026-03-01T00:00:00Z');
    await start(
      shipped.map((one) => (one.slug === creator.slug ? { ...one, limits, amount: 2_100 } : one)),
      now,
    );
    expect(await rows()).toEqual(
      before.map((row) =>
        row.slug === creator.slug ? { ...row, limits, amount: 2_100, updated_at: now } : row,
      ),
    );
  });

  test('without an existing plan removes it from the list and keeps it', async () => {
    await start([free], new Date());
    expect(await plan('studio-monthly')).toMatchObject({ is_listed: false, id: planId('studio-monthly') });
    expect((await rows()).filter((row) => row.is_default)).toHaveLength(1);
    await start(shipped, new Date());
    expect(await plan('studio-monthly')).toMatchObject({ is_listed: true });
  });

  test('with another default plan moves it; there is always one, also when processes start at once', async () => {
    const other = shipped.map((one) => ({ ...one, default: one.slug === 'starter' }));
    const starter: FilePlan = { ...free, slug: 'starter', name: 'Starter', default: true };
    await Promise.all(
      Array.from({ length: 6 }, (_, index) => start(index % 2 ? shipped : [...other, starter], new Date())),
    );
    expect((await rows()).filter((row) => row.is_default)).toHaveLength(1);
    await start([...other, starter], new Date());
    expect((await rows()).filter((row) => row.is_default).map((row) => row.slug)).toEqual(['starter']);
  });
});

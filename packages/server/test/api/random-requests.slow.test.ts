import type { StripeEmulator } from '@voiceloom/stripe-emulator';
import fc from 'fast-check';
import { sql } from 'kysely';
import pMap from 'p-map';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { ownedIds } from '../support/matrix.ts';
import { startPayments } from '../support/payments.ts';
import { requestsOf } from '../support/random-requests.ts';
import { ROUTES } from '../support/routes.ts';

const REQUESTS = 20_000;
/** The same requests in every run. RANDOM_SEED selects others. */
const DEFAULT_SEED = 20_261_121;
/** So many that no caller reaches the rate limit. */
const CALLERS = 40;

let server: TestApp;
let payments: StripeEmulator;
let owner: Member;
let other: Member;
let callers: Credential[];
let ids: Record<string, string[]>;

beforeAll(async () => {
  const { processor, config } = await startPayments();
  server = await startTestApp({ config, checks_ledgers: true });
  payments = processor;
  owner = await createMember(server);
  other = await createMember(server);
  const roles = ['admin', 'editor', 'viewer'] as const;
  const join = (n: number) =>
    createMember(server, { workspace_id: owner.workspace_id, role: roles[n % 3] ?? 'editor' });
  callers = [
    owner,
    ...(await pMap(
      Array.from({ length: CALLERS }, (_, n) => n),
      join,
      { concurrency: 8 },
    )),
    { token: 'junk' },
  ];
  const [own, foreign] = [await ownedIds(server, owner), await ownedIds(server, other)];
  ids = Object.fromEntries(
    Object.entries(own).map(([name, id]) => [name, [id, String(Reflect.get(foreign, name))]]),
  );
});
afterAll(async () => {
  await server.close();
  await payments.close();
});

/** A digest of all rows of the other workspace. */
async function fingerprint(workspaceId: string): Promise<string> {
  const tables = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id' order by table_name`.execute(
    server.app.db,
  );
  const digests: string[] = [];
  for (const { table_name } of tables.rows) {
    const { rows } = await sql<{ digest: string }>`
      select ${table_name} || ':' || md5(coalesce(string_agg(row_text, '' order by row_text), '')) as digest
      from (select t::text as row_text from ${sql.table(table_name)} t where workspace_id = ${workspaceId}) x`.execute(
      server.app.db,
    );
    digests.push(rows[0]?.digest ?? '');
  }
  return digests.join('\n');
}

test('random requests never cause a 5xx, a hang, an undocumented response, or access to another workspace', async () => {
  const before = await fingerprint(other.workspace_id);
  // An event stream stays open.
  const routes = ROUTES.filter((route) => !route.path.endsWith('/events'));
  const seed = Number(process.env.RANDOM_SEED ?? DEFAULT_SEED);
  const each = Math.ceil(REQUESTS / routes.length);
  const planned = routes.flatMap((route, index) =>
    fc
      .sample(requestsOf(route, ids), { numRuns: each, seed: seed + index })
      .map((request) => ({ route, request })),
  );
  const shuffled =
    fc.sample(fc.shuffledSubarray(planned, { minLength: planned.length }), { numRuns: 1, seed })[0] ?? [];
  const faults: string[] = [];
  let sent = 0;
  await pMap(
    shuffled,
    async ({ route, request }) => {
      const as = callers[sent++ % callers.length];
      const { path, body, headers } = request;
      const place = `${route.method} ${path} ${JSON.stringify(body)} ${JSON.stringify(headers)}`;
      // The request helper compares the response with the published document.
      const answer = await server
        .request(route.method, path, {
          ...(as && { as }),
          ...(body !== undefined && { body }),
          headers,
        })
        .catch((error: Error) => ({ status: 599, text: error.message }));
      if (answer.status >= 500) faults.push(`${answer.status} ${place} ${answer.text.slice(0, 300)}`);
    },
    { concurrency: 16 },
  );
  expect(faults.slice(0, 10), `seed ${seed}`).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  expect(await fingerprint(other.workspace_id)).toBe(before);
}, 240_000);

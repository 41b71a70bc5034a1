import { expect, test } from 'vitest';
import { isDatabaseAway, isDatabaseBusy } from '../../src/db/index.ts';
import { toApiError } from '../../src/http/errors.ts';

const coded = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });

/** Messages of PostgreSQL, PgBouncer, HAProxy and the network during a failover. */
const AWAY = [
  ...['08000', '08001', '08003', '08004', '08006', '08007', '08P01'],
  ...['25006', '25P03', '25P04', '53100', '53200', '57P01', '57P02', '57P03', '57P05'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOTCONN', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENETRESET', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
];

test.each(AWAY)(
  '%s means that the database is unavailable: a request returns 503 with Retry-After',
  (code) => {
    expect([isDatabaseAway(coded(code)), isDatabaseBusy(coded(code))]).toEqual([true, false]);
    expect(toApiError(coded(code))).toMatchObject({ status: 503, retryAfterSeconds: 5 });
  },
);

test('a missing socket during a restart of PostgreSQL means that the database is unavailable', () => {
  expect([isDatabaseAway(coded('ENOENT', 'connect')), isDatabaseAway(coded('ENOENT', 'open'))]).toEqual([
    true,
    false,
  ]);
});

test.each(['53300', '57014', '40001', '40P01', '55P03'])('%s means that the database is busy', (code) => {
  expect(isDatabaseBusy(coded(code))).toBe(true);
  expect(toApiError(coded(code))).toMatchObject({ status: 503, retryAfterSeconds: 5 });
});

test.each(['22P02', '23505', '25001', '25P02', '42601', '42P01', '57P04', 'XX000'])(
  '%s is an internal error',
  (code) => {
    expect(isDatabaseAway(coded(code))).toBe(false);
    expect(toApiError(coded(code))).toMatchObject({ status: 500 });
  },
);

import { expect, test } from 'vitest';
import { ApiKeyListQuery, RunListQuery, VoiceListQuery, WorkflowListQuery } from '../src/index.ts';

const faults = (query: Record<string, unknown>) =>
  WorkflowListQuery.safeParse(query).error?.issues.map(({ path }) => path.join('.')) ?? [];

test.each(['', ' ', '0', '101', '1.5', '1e2', '0x10', '-1', '+5', '05', 'NaN', ['1', '2']])(
  'a limit of %j is rejected, never clamped',
  (limit) => expect(faults({ limit })).toEqual(['limit']),
);

test('limit is 20 by default, 50 for API keys, and unknown parameters are ignored', () => {
  expect(WorkflowListQuery.parse({ color: 'red' })).toEqual({ limit: 20 });
  expect(ApiKeyListQuery.parse({}).limit).toBe(50);
  expect(WorkflowListQuery.parse({ limit: '100', offset: '10000' })).toEqual({ limit: 100, offset: 10_000 });
});

test('an offset is at most 10,000 and cannot be combined with a cursor', () => {
  expect(faults({ offset: '10001' })).toEqual(['offset']);
  expect(faults({ offset: '0', cursor: 'abc' })).toEqual(['cursor']);
  expect(faults({ offset: '0', cursor: 'abc', limit: '' })).toEqual(['limit', 'cursor']);
});

test.each(['', '1', 'True', 'yes'])('%j is not a boolean', (has_failed_run) => {
  expect(faults({ has_failed_run })).toEqual(['has_failed_run']);
});

test('a datetime needs a UTC offset and is converted to UTC', () => {
  expect(faults({ last_run_after: '2026-01-01T00:00:00' })).toEqual(['last_run_after']);
  const { last_run_after } = WorkflowListQuery.parse({ last_run_after: '2026-01-01T00:00:00+02:00' });
  expect(last_run_after).toBe('2025-12-31T22:00:00.000Z');
});

test('a range whose start is after its end is rejected', () => {
  const range = { last_run_after: '2026-01-02T00:00:00Z', last_run_before: '2026-01-01T23:00:00-02:00' };
  expect(faults(range)).toEqual([]);
  expect(faults({ ...range, last_run_before: '2026-01-01T00:00:00Z' })).toEqual(['last_run_after']);
});

test('a repeatable query key is a list, also if it appears once', () => {
  const query = VoiceListQuery.parse({ gender: 'male', language: ['EN_us', 'de'] });
  expect(query).toMatchObject({ gender: ['male'], language: ['en-us', 'de'] });
});

test('run statuses are one comma-separated value', () => {
  expect(RunListQuery.parse({ status: 'running, failed' }).status).toEqual(['running', 'failed']);
  expect(RunListQuery.safeParse({ status: 'running,' }).success).toBe(false);
});

test.each(['apply', '', 'Z', '2026-13-45T99:00:00Z'])(
  '%j is rejected as a datetime without throwing',
  (text) => {
    expect(faults({ last_run_after: text })).toEqual(['last_run_after']);
  },
);

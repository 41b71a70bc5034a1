import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Exchange, neverExercised, note, noted } from '../support/exchanges.ts';
import { isWholeRun } from '../support/whole-run.ts';

const API = '/repo/packages/server/test/api/runs.test.ts';
const ENGINE = '/repo/packages/server/test/engine/runs.test.ts';
const SDK = '/repo/packages/sdk/test/pages.test.ts';
const files = [API, ENGINE, SDK];

const exchange = (method: string, path: string, status: number): Exchange => {
  return { method, path, status, requestBody: undefined, contentType: 'text/plain', body: undefined };
};

test('a run of all test files of the server is complete, with or without the other packages', () => {
  expect(isWholeRun({ files, ended: new Set(files), narrowed: false })).toBe(true);
  expect(isWholeRun({ files, ended: new Set([API, ENGINE]), narrowed: false })).toBe(true);
});

test('a run of some files, of some tests, or of another package is not complete', () => {
  expect(isWholeRun({ files, ended: new Set([API, SDK]), narrowed: false })).toBe(false);
  expect(isWholeRun({ files, ended: new Set(files), narrowed: true })).toBe(false);
  expect(isWholeRun({ files: [SDK], ended: new Set([SDK]), narrowed: false })).toBe(false);
});

test('responses are recorded by operation and status, and everything else is still missing', () => {
  const directory = mkdtempSync(join(tmpdir(), 'voiceloom-exchanges-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  expect(noted(directory).size).toBe(0);
  const open = neverExercised(noted(directory));
  expect(open).toEqual(expect.arrayContaining(['health.live 200', 'runs.get 404', 'voices.sample 302']));

  note(directory, exchange('GET', '/health', 200));
  note(directory, exchange('GET', '/api/v1/workflows/a/runs/b', 404));
  note(directory, exchange('GET', '/docs', 200));
  note(directory, exchange('GET', '/api/v1/workflows/%/runs/b', 400));
  const left = neverExercised(noted(directory));
  expect(open.filter((pair) => !left.includes(pair))).toEqual(['runs.get 404', 'health.live 200']);
});

test('a fixed path is recorded as itself, not as a possible id', () => {
  const directory = mkdtempSync(join(tmpdir(), 'voiceloom-exchanges-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  note(directory, exchange('GET', '/api/v1/workflows/a/runs/summary', 200));
  expect([...noted(directory)]).toContain('runs.summary 200');
});

import { expect, test } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';

test('a log line joins the messages of an error and its cause to one sentence', () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'info', version: '1', role: 'tool', stream });
  const cause = new Error('ENOTDIR: not a directory');
  log.error({ err: new Error('The audio could not be stored.', { cause }) }, 'storage away');
  const { err, msg } = JSON.parse(lines[0] ?? '');
  expect(msg).toBe('storage away');
  expect(err.message).toBe('The audio could not be stored: ENOTDIR: not a directory');
  expect(err.stack).toContain('caused by: Error: ENOTDIR');
});

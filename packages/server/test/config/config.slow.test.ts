import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { spawnBin } from '../support/processes.ts';

const directory = mkdtempSync(join(tmpdir(), 'voiceloom-config-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function errorsOf(env: Record<string, string>): string {
  try {
    readConfig(env, directory);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('The configuration was accepted.');
}

describe('an invalid configuration', () => {
  test('is rejected with all errors in one message, and nothing is started', async () => {
    const [data, ready_file] = [join(directory, 'untouched'), join(directory, 'ready.json')];
    const child = spawnBin('serve', {
      DATA_DIR: data,
      READY_FILE: ready_file,
      PORT: 'eighty',
      DATABASE_URL: 'mysql://localhost/db',
      LOG_LEVEL: 'loud',
      SIGNING_SECRET: 'short',
      HOST: '0.0.0.0',
      S3_ACCESS_KEY_ID: 'alone',
    });
    expect(await child.ended).toBe(1);
    expect([existsSync(data), existsSync(ready_file)]).toEqual([false, false]);
    const output = child.output();
    const errors = output.split('\n').filter((line) => line.startsWith('  - '));
    const settings = [
      'PORT',
      'DATABASE_URL',
      'LOG_LEVEL',
      'SIGNING_SECRET',
      'AUTH_ISSUER',
      'S3_ACCESS_KEY_ID',
    ];
    for (const name of [...settings, 'S3_BUCKET']) expect(output).toContain(`  - ${name}`);
    expect(errors).toHaveLength(7);
    expect(output).not.toMatch(/ {4}at /);
  });

  test.each([
    ['an address that others can reach', { HOST: '0.0.0.0' }],
    ['an address of the network', { HOST: '192.168.1.10' }],
    ['production', { NODE_ENV: 'production' }],
  ])('is rejected if the development issuer would serve %s', (_name, env) => {
    expect(errorsOf(env)).toContain('AUTH_ISSUER: required');
  });

  test('gets no default values in production', () => {
    const errors = errorsOf({ NODE_ENV: 'production', AUTH_ISSUER: 'https://id.example.test' });
    for (const name of ['AUTH_AUDIENCE', 'DATABASE_URL', 'SIGNING_SECRET', 'PUBLIC_URL'])
      expect(errors).toContain(`${name}: required`);
  });
});

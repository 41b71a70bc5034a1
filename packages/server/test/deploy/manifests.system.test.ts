import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findProgram } from '../../src/config/find-program.ts';
import { DEPLOY } from '../support/monitoring.ts';

const analyze = findProgram('systemd-analyze', process.env.PATH ?? '');
const kubectl = findProgram('kubectl', process.env.PATH ?? '');

test.runIf(analyze)('systemd knows every setting of the units', () => {
  const directory = mkdtempSync(join(tmpdir(), 'voiceloom-units-'));
  const folder = new URL('systemd/', DEPLOY);
  const files = readdirSync(folder).map((name) => {
    const unit = readFileSync(new URL(name, folder), 'utf8');
    // Uses this machine's Node. The units name the Node of Linux packages.
    writeFileSync(join(directory, name), unit.replace('/usr/bin/node', process.execPath));
    return join(directory, name);
  });
  const { status, stderr } = spawnSync(`${analyze}`, ['verify', ...files], { encoding: 'utf8' });
  rmSync(directory, { recursive: true, force: true });
  // Other units of this machine can have errors.
  expect([status, stderr.split('\n').filter((line) => line.includes(directory))]).toEqual([0, []]);
});

test.runIf(kubectl)('kustomize builds the manifests, and all of them share the config map', () => {
  const folder = fileURLToPath(new URL('kubernetes', DEPLOY));
  const built = execFileSync(`${kubectl}`, ['kustomize', folder], { encoding: 'utf8' });
  const [, name = ''] = /^kind: ConfigMap\nmetadata:\n {2}name: (voiceloom-\w+)$/m.exec(built) ?? [];
  expect(built.match(/configMapRef:\n\s+name: .*/g)?.map((line) => line.split('name: ')[1])).toEqual(
    Array(4).fill(name),
  );
  expect(built).not.toMatch(/image: voiceloom$/m);
});

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readLastRelease } from '../release/last-release.ts';
import { asUser } from './machines.ts';

/** Programs that the fleet starts, and the Debian packages that contain them. */
const PROGRAMS: Record<string, string> = {
  ip: 'iproute2',
  tc: 'iproute2',
  setpriv: 'util-linux',
  openssl: 'openssl',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  nginx: 'nginx',
  ceph: 'ceph-common',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
};

/** Why the fleet cannot start on this machine; undefined if it can. */
export function missingPrerequisite(): string | undefined {
  if (process.platform !== 'linux')
    return 'The fleet test needs Linux, because its machines are network namespaces.';
  if (process.getuid?.() !== 0)
    return 'The fleet test must run as root, because it creates network namespaces.';
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const isMissing = (program: string) =>
    !(program.startsWith('/') ? [program] : folders.map((folder) => `${folder}/${program}`)).some(existsSync);
  const packages = Object.keys(PROGRAMS).flatMap((program) =>
    isMissing(program) ? [PROGRAMS[program]] : [],
  );
  if (packages.length === 0) return undefined;
  return (
    'The fleet test needs more Debian packages. Install them without starting their services:\n' +
    `  apt-get install --no-install-recommends ${[...new Set(packages)].join(' ')}`
  );
}

/** Files that the processes of a checkout need. */
const NEEDED = ['packages/server/src/bin/api.ts', 'packages/server/node_modules/kysely/package.json'];

/** Creates a checkout of the last release in `folder`. Returns an error if nothing has been released. */
export function checkOutLastRelease(folder: string): string | undefined {
  const { version, commit } = readLastRelease();
  if (commit === null)
    return `${version} is the first release, so there is no previous one. For --previous, name an existing checkout.`;
  const options = { stdio: 'inherit' } as const;
  execFileSync('git', ['worktree', 'add', '--detach', folder, commit], options);
  execFileSync('npx', ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile'], { ...options, cwd: folder });
  return undefined;
}

/** Why the processes of this checkout cannot start, or undefined. Without this check, the first wait would time out. */
export function checkoutFault(checkout: string): string | undefined {
  const missing = NEEDED.find((file) => !existsSync(join(checkout, file)));
  if (missing !== undefined)
    return `${checkout} is not a checkout of Voiceloom with its dependencies: it has no ${missing}.`;
  const [program = '', ...args] = asUser(['test', '-r', join(checkout, 'packages/server/src/bin/api.ts')]);
  try {
    execFileSync(program, args);
    return undefined;
  } catch {
    return `The user that the service runs as cannot read ${checkout}.`;
  }
}

import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findProgram } from '../../src/config/find-program.ts';
import { freePorts } from './nginx.ts';
import { until } from './until.ts';

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

/** PgBouncer in transaction mode, as in the hosting guide but without prepared statements. */
export async function startPgBouncer(databaseUrl: string, directory: string) {
  const program = findProgram('pgbouncer', `${process.env.PATH ?? ''}:/usr/sbin`);
  if (!program) throw new Error('These tests need PgBouncer: install it.');
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  const [port = 0] = await freePorts(1);
  const file = join(directory, 'pgbouncer.ini');
  const server = `host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}`;
  const settings = [
    '[databases]',
    `* = ${server}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction\ndefault_pool_size = 4',
    'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  chmodSync(directory, 0o755);
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program, [...(isRoot ? ['-u', 'nobody'] : []), file], { stdio: 'ignore' });
  await until(() => accepts(port));
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    close: () => {
      const ended = new Promise((resolve) => child.on('exit', resolve));
      child.kill('SIGTERM');
      return ended;
    },
  };
}

import { existsSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Machine, type Network, runAs } from './machines.ts';
import { isUp, waitFor } from './wait.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const DISK_MB = 1_500;
const DATABASE = 'voiceloom';
/** The name of the file that fills a disk. */
const BALLAST = 'ballast';

interface Node {
  machine: Machine;
  /** A separate file system, so that a full disk affects nothing else. */
  disk: string;
}

export interface Database {
  nodes: Machine[];
  proxy: Machine;
  pooler: Machine;
  /** URLs for the service: through PgBouncer, and only through HAProxy. */
  url: string;
  directUrl: string;
  /** The rows of a query, each as an array of texts. */
  query(sql: string): Promise<string[][]>;
  /** The machine of the primary. */
  primary(): Promise<Machine>;
  /** Waits until all three nodes are replicating members. */
  whole(): Promise<void>;
  /** Fills the disk of a node. Call it repeatedly, because the node may free some space. */
  fillDisk(machine: Machine): Promise<void>;
  clearDisk(machine: Machine): Promise<void>;
}

/** Three nodes under Patroni with etcd, HAProxy that knows the primary, and PgBouncer in front of it. */
export async function startPostgres(network: Network): Promise<Database> {
  const nodes = [1, 2, 3].map((number): Node => {
    const machine = network.addMachine(`pg${number}`, 10 + number);
    return { machine, disk: network.addDisk(`pg${number}`, DISK_MB) };
  });
  const machines = nodes.map(({ machine }) => machine);
  for (const node of nodes) startEtcd(node, machines);
  const health = `http://${machines[0]?.address}:2379/health`;
  await waitFor('etcd', () => isUp(health), { within_s: 30 });
  for (const node of nodes) startPatroni(network, node, machines);
  const proxy = startHaproxy(network, machines);
  const directUrl = `postgres://${DATABASE}@${proxy.address}:5432/${DATABASE}`;
  const whole = () => waitFor('three database nodes', () => isWhole(machines), { within_s: 90 });
  await whole();
  await waitFor('HAProxy', () => psql(proxy, 'postgres', 'select 1').then(() => true), { within_s: 15 });
  await createDatabase(proxy);
  const pooler = startPgBouncer(network, proxy);
  const diskOf = (machine: Machine) => nodes.find((node) => node.machine === machine)?.disk ?? '';
  return {
    nodes: machines,
    proxy,
    pooler,
    url: `postgres://${DATABASE}@${pooler.address}:6432/${DATABASE}`,
    directUrl,
    query: (sql) => psql(proxy, DATABASE, sql),
    primary: () => findPrimary(machines),
    whole,
    async fillDisk(machine) {
      const { bavail, bsize } = statfsSync(diskOf(machine));
      const file = join(diskOf(machine), BALLAST);
      const length = (existsSync(file) ? statSync(file).size : 0) + bavail * bsize;
      // Fails if PostgreSQL uses some of the space first. The next call fills the rest.
      if (bavail > 0)
        await runAs(undefined, ['fallocate', '--length', String(length), file]).catch(() => undefined);
    },
    clearDisk: (machine) => rm(join(diskOf(machine), BALLAST), { force: true }),
  };
}

/** The status that Patroni responds with, or 0 if it does not respond. */
const readStatus = (machine: Machine, path: string): Promise<number> =>
  fetch(`http://${machine.address}:8008/${path}`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ status }) => status,
    () => 0,
  );

/** Whether one machine is the primary and all others are its replicas. */
async function isWhole(machines: Machine[]): Promise<boolean> {
  const answers = await Promise.all(
    machines.map(async (machine) => [
      await readStatus(machine, 'primary'),
      await readStatus(machine, 'replica'),
    ]),
  );
  const count = (role: number) => answers.filter((answer) => answer[role] === 200).length;
  return count(0) === 1 && count(1) === machines.length - 1;
}

/** The machine that accepts writes. */
async function findPrimary(machines: Machine[]): Promise<Machine> {
  const answers = await Promise.all(machines.map((machine) => readStatus(machine, 'primary')));
  const primary = machines[answers.indexOf(200)];
  if (!primary) throw new Error('There is no primary.');
  return primary;
}

/** Etcd decides which machine is the primary. */
function startEtcd({ machine, disk }: Node, machines: Machine[]): void {
  const peers = machines.map(({ name, address }) => `${name}=http://${address}:2380`).join();
  const client = `http://${machine.address}:2379`;
  const peer = `http://${machine.address}:2380`;
  const settings = {
    name: machine.name,
    'data-dir': join(disk, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': peers,
    'initial-cluster-token': 'fleet',
    // Slower than usual, because three nodes share the cores of one host with everything else.
    'heartbeat-interval': '250',
    'election-timeout': '2500',
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  machine.start({ name: 'etcd', command: ['etcd', ...args] });
}

const PARAMETERS = {
  max_connections: 200,
  max_wal_size: '256MB',
  wal_log_hints: 'on',
  tcp_user_timeout: 15_000,
  client_connection_check_interval: 5_000,
};

/** Patroni runs PostgreSQL on a machine and follows the decisions of etcd. */
function startPatroni({ folder }: Network, { machine, disk }: Node, machines: Machine[]): void {
  const { name, address } = machine;
  const file = join(folder, `patroni-${name}.yml`);
  const login = (username: string) => ({ username, password: 'fleet' });
  const settings = {
    scope: 'fleet',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { hosts: machines.map((other) => `${other.address}:2379`) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: PARAMETERS },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: join(disk, 'data'),
      bin_dir: BIN,
      pgpass: join(disk, 'pgpass'),
      authentication: { superuser: login('postgres'), replication: login('replicator') },
      // The network has no other members.
      pg_hba: ['local all all trust', 'host all all all trust', 'host replication all all trust'],
      parameters: { unix_socket_directories: disk },
    },
  };
  writeFileSync(file, JSON.stringify(settings, null, 2));
  machine.start({ name: 'patroni', command: ['patroni', file] });
}

/** The proxy leads every connection to the primary. */
function startHaproxy(network: Network, nodes: Machine[]): Machine {
  const machine = network.addMachine('proxy', 21);
  const file = join(network.folder, 'haproxy.cfg');
  const lines = [
    'global\n  maxconn 300',
    'defaults\n  mode tcp\n  timeout connect 2s\n  timeout client 6h\n  timeout server 6h',
    `listen primary\n  bind ${machine.address}:5432`,
    '  option httpchk OPTIONS /primary\n  http-check expect status 200',
    // The last option closes the connections to a machine that is down.
    '  default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  machine.start({ name: 'haproxy', command: ['haproxy', '-db', '-f', file] });
  return machine;
}

/** The role and the database of the service. */
async function createDatabase(proxy: Machine): Promise<void> {
  await psql(proxy, 'postgres', `create role ${DATABASE} login`);
  await psql(proxy, 'postgres', `create database ${DATABASE} owner ${DATABASE}`);
  // PgBouncer drops these settings of the service, so the role has them.
  await psql(proxy, 'postgres', `alter role ${DATABASE} set statement_timeout = '55s'`);
  await psql(proxy, 'postgres', `alter role ${DATABASE} set idle_in_transaction_session_timeout = '10s'`);
}

/** The pooler in front of the proxy. */
function startPgBouncer(network: Network, proxy: Machine): Machine {
  const machine = network.addMachine('pooler', 22);
  const file = join(network.folder, 'pgbouncer.ini');
  const lines = [
    `[databases]\n${DATABASE} = host=${proxy.address} port=5432 user=${DATABASE}`,
    `[pgbouncer]\nlisten_addr = ${machine.address}\nlisten_port = 6432\nunix_socket_dir =`,
    'auth_type = any\npool_mode = transaction\ndefault_pool_size = 40\nmax_client_conn = 500',
    'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
    // By default, PgBouncer retries an unavailable server only after 15 seconds, and clients wait for two minutes.
    'server_login_retry = 1\nserver_connect_timeout = 5\nquery_wait_timeout = 10',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  machine.start({ name: 'pgbouncer', command: ['pgbouncer', file] });
  return machine;
}

/** The rows of a query, as texts. */
async function psql(proxy: Machine, database: string, sql: string): Promise<string[][]> {
  const target = ['-h', proxy.address, '-U', 'postgres', '-d', database];
  const command = [`${BIN}/psql`, '-X', '-A', '-t', '-q', '-F', '\t', '-v', 'ON_ERROR_STOP=1', ...target];
  const output = await runAs(undefined, [...command, '-c', sql], {
    env: { PGCONNECT_TIMEOUT: '5' },
    timeout_ms: 120_000,
  });
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'));
}

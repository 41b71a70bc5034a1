import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { systemClock } from '../../packages/server/src/config/clock.ts';
import { createS3Store } from '../../packages/server/src/storage/s3.ts';
import { give, type Machine, type Network, program, runAs } from './machines.ts';
import { isUp, waitFor } from './wait.ts';

const BUCKET = 'voiceloom';
/** The address of radosgw. Callers reach it through the proxy. */
const RADOSGW = '127.0.0.1:7480';
const GATE_PORT = 9000;
const CONTROL_PORT = 9001;
const DISK_BYTES = 4 * 1024 ** 3;

export interface Storage {
  machine: Machine;
  /** Settings of the service. */
  settings: Record<string, string>;
  /** Sets whether the bucket responds to every request with 503. */
  refuse(isRefusing: boolean): Promise<void>;
  /** The keys of all objects. */
  keys(): Promise<string[]>;
}

/** A Ceph cluster of one monitor and one OSD in memory, and its S3 server behind a proxy that can reject requests. */
export async function startStorage(network: Network): Promise<Storage> {
  const machine = network.addMachine('storage', 31);
  const conf = writeConf(network, machine);
  await startCeph(machine, conf);
  const key = { id: randomBytes(10).toString('hex'), secret: randomBytes(20).toString('hex') };
  const user = ['user', 'create', '--uid=fleet', '--display-name=Fleet'];
  const secrets = [`--access-key=${key.id}`, `--secret-key=${key.secret}`];
  await runAs(machine, ['radosgw-admin', '-c', conf.file, ...user, ...secrets], { timeout_ms: 120_000 });
  const frontend = `--rgw-frontends=beast endpoint=${RADOSGW}`;
  machine.start({
    name: 'radosgw',
    command: ['radosgw', '-f', '-c', conf.file, '-n', 'client.rgw', frontend],
  });
  const endpoint = `http://${machine.address}:${GATE_PORT}`;
  const control = `http://${machine.address}:${CONTROL_PORT}`;
  const env = { GATE_PORT: String(GATE_PORT), CONTROL_PORT: String(CONTROL_PORT), TARGET: RADOSGW };
  machine.start({ name: 'gate', command: [process.execPath, program('bucket-gate')], env });
  await waitFor('the gate of the bucket', () => isUp(control), { within_s: 20 });
  await waitFor('radosgw', () => isAnswering(endpoint), { within_s: 60 });
  await createBucket(endpoint, key);
  const settings = {
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: key.id,
    S3_SECRET_ACCESS_KEY: key.secret,
    S3_FORCE_PATH_STYLE: 'true',
  };
  return {
    machine,
    settings,
    async refuse(isRefusing) {
      await (await fetch(control, { method: 'POST', body: String(isRefusing) })).arrayBuffer();
    },
    keys: () => listKeys(endpoint, key),
  };
}

interface Conf {
  file: string;
  folder: string;
  fsid: string;
}

/** The configuration of a cluster with one disk in memory. */
function writeConf({ folder: parent }: Network, { address }: Machine): Conf {
  const folder = join(parent, 'ceph');
  for (const name of ['mon', 'osd']) mkdirSync(join(folder, name), { recursive: true });
  const fsid = randomUUID();
  const file = join(folder, 'ceph.conf');
  const settings = {
    fsid,
    mon_initial_members: 'a',
    mon_host: `[v2:${address}:3300,v1:${address}:6789]`,
    auth_cluster_required: 'none',
    auth_service_required: 'none',
    auth_client_required: 'none',
    // radosgw otherwise waits for a secure connection to the monitor, which needs keys.
    ms_mon_client_mode: 'crc',
    mon_data: join(folder, 'mon'),
    osd_data: join(folder, 'osd'),
    osd_objectstore: 'memstore',
    memstore_device_bytes: DISK_BYTES,
    osd_pool_default_size: 1,
    osd_pool_default_min_size: 1,
    osd_pool_default_pg_num: 8,
    mon_allow_pool_size_one: true,
    osd_crush_chooseleaf_type: 0,
    osd_crush_initial_weight: 1,
    admin_socket: join(folder, '$name.asok'),
    run_dir: folder,
    pid_file: join(folder, '$name.pid'),
    log_file: join(folder, '$name.log'),
    rgw_data: join(folder, 'rgw'),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(file, `[global]\n${lines.join('\n')}\n`);
  give(folder);
  return { file, folder, fsid };
}

/** Starts the monitor and the disk, and waits until the disk is in use. */
async function startCeph(machine: Machine, { file, folder, fsid }: Conf): Promise<void> {
  const { address } = machine;
  const map = join(folder, 'monmap');
  const addresses = `[v2:${address}:3300,v1:${address}:6789]`;
  await runAs(machine, [
    'monmaptool',
    '--create',
    '--clobber',
    '--fsid',
    fsid,
    '--addv',
    'a',
    addresses,
    map,
  ]);
  await runAs(machine, ['ceph-mon', '--mkfs', '-i', 'a', '-c', file, '--monmap', map]);
  machine.start({ name: 'mon', command: ['ceph-mon', '-f', '-i', 'a', '-c', file] });
  // The id must be the same in both places, or the monitor ignores the OSD.
  const id = randomUUID();
  await runAs(machine, ['ceph', '-c', file, 'osd', 'create', id, '0']);
  await runAs(machine, ['ceph-osd', '--mkfs', '-i', '0', '-c', file, '--osd-uuid', id]);
  machine.start({ name: 'osd', command: ['ceph-osd', '-f', '-i', '0', '-c', file] });
  const isUpAndIn = async () =>
    /"num_up_osds":1/.test(await runAs(machine, ['ceph', '-c', file, 'osd', 'stat', '-f', 'json']));
  await waitFor('the OSD', isUpAndIn, { within_s: 60, every_ms: 1_000 });
}

/** Accepts any response below 500, because S3 rejects requests without a signature. */
const isAnswering = async (url: string): Promise<boolean> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  await response.arrayBuffer();
  return response.status < 500;
};

interface Key {
  id: string;
  secret: string;
}

/** The part of the S3 library that only this file uses, and not the server. */
interface S3Library {
  S3Client: new (options: object) => { send(command: object): Promise<unknown>; destroy(): void };
  CreateBucketCommand: new (input: { Bucket: string }) => object;
}

async function createBucket(endpoint: string, { id, secret }: Key): Promise<void> {
  const load = createRequire(new URL('../../packages/server/package.json', import.meta.url));
  const { S3Client, CreateBucketCommand } = load('@aws-sdk/client-s3') as S3Library;
  const credentials = { accessKeyId: id, secretAccessKey: secret };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
}

/** Every key of the bucket. */
async function listKeys(endpoint: string, { id, secret }: Key): Promise<string[]> {
  const place = { bucket: BUCKET, region: 'us-east-1', endpoint, public_endpoint: undefined };
  const access = { access_key_id: id, secret_access_key: secret, force_path_style: true };
  const store = createS3Store({ kind: 's3', ...place, ...access }, systemClock);
  const keys: string[] = [];
  let page = await store.list('');
  for (keys.push(...page.keys); page.next !== undefined; keys.push(...page.keys))
    page = await store.list('', { cursor: page.next });
  await store.close();
  return keys;
}

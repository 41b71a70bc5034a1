import { blanks } from '../../generated/test-contract.ts';
import type { DeliveryTarget, PutDeliveryTarget, RunDelivery } from '../../generated/types.ts';
import { ApiError, invalid, malformed, notFound } from '../api-error.ts';
import { assertMatch, versionOf } from '../etag.ts';
import type { Caller, Handlers } from '../handler.ts';
import { listReply } from '../lists.ts';
import type { Owned, World } from '../world.ts';
import { noteBy } from './activity.ts';
import { change, ownAll, without } from './own.ts';
import { assertExport, audioOf, deliveredLines, pathOf } from './run-files.ts';
import { runOf } from './run-of.ts';
import { hasExport } from './run-views.ts';
import type { SimulatedRun } from './simulated-run.ts';
import { announce } from './webhook-sending.ts';

const MAX_TARGETS = 20;
const BEGIN_MS = 100;
const FILE_MS = 100;
const SHOWN = 4;
const LONG_ENOUGH = 12;

/** A delivery, what it is of, and how to stop it. */
export type StoredDelivery = Owned<RunDelivery> & { target_id: string | null; callOff: () => void };

const view = (delivery: StoredDelivery): RunDelivery =>
  without(delivery, 'workspace_id', 'target_id', 'callOff');

const targetNamed = (world: World, workspaceId: string, name: string): Owned<DeliveryTarget> | undefined =>
  [...world.targets.values()].find((one) => one.workspace_id === workspaceId && one.name === name);

function destinationOf({ bucket, prefix, endpoint }: DeliveryTarget): string {
  const path = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
  return endpoint === null ? path : `${path} at ${new URL(endpoint).host}`;
}

async function end(world: World, delivery: StoredDelivery, error: string | null): Promise<void> {
  delivery.callOff();
  Object.assign(delivery, {
    ...{ status: error === null ? 'completed' : 'failed', error, completed_at: world.clock.iso() },
  });
  const run = world.runs.get(delivery.run_id);
  const {
    id: delivery_id,
    run_id,
    target,
    destination,
    automatic,
    files_done,
    files_failed,
    size_bytes,
  } = delivery;
  const data = {
    ...{ delivery_id, run_id, workflow_id: run?.workflow_id ?? '', run_number: run?.run_number ?? 1 },
    ...{ target, destination, automatic, files_done, files_failed, size_bytes },
  };
  const event =
    error === null
      ? { type: 'delivery.completed' as const, data }
      : { type: 'delivery.failed' as const, data: { ...data, error } };
  await announce(world, delivery.workspace_id, event);
}

/** Sends the next file; every one arrives, in 100 ms each. */
async function goOn(world: World, delivery: StoredDelivery): Promise<void> {
  const run = world.runs.get(delivery.run_id);
  const files = run ? deliveredLines(run) : [];
  if (delivery.status === 'pending') {
    Object.assign(delivery, { status: 'running', started_at: world.clock.iso(), files_total: files.length });
  } else {
    const line = files[delivery.files_done];
    if (line) {
      const bytes = audioOf(line);
      world.delivered.push({ destination: delivery.destination, file: pathOf(line), bytes });
      delivery.files_done += 1;
      delivery.size_bytes += bytes.length;
    }
  }
  if (delivery.files_done === files.length) await end(world, delivery, null);
  else delivery.callOff = world.clock.after(FILE_MS, () => goOn(world, delivery));
}

type Wanted = {
  run: SimulatedRun;
  node_id: string | null;
  target: Owned<DeliveryTarget>;
  automatic: boolean;
};

function begin(world: World, { run, node_id, target, automatic }: Wanted): StoredDelivery {
  const delivery: StoredDelivery = {
    callOff: () => {},
    ...blanks.RunDelivery,
    ...{ id: world.newId(), workspace_id: run.workspace_id, run_id: run.id, node_id, automatic },
    ...{ target: target.name, target_id: target.id, destination: destinationOf(target), status: 'pending' },
    ...{
      files_total: null,
      error: null,
      started_at: null,
      completed_at: null,
      created_at: world.clock.iso(),
    },
  };
  delivery.callOff = world.clock.after(BEGIN_MS, () => goOn(world, delivery));
  world.deliveries.set(delivery.id, delivery);
  return delivery;
}

/** Sends a run that ended well where its output nodes say. */
export async function deliverEnded(world: World, run: SimulatedRun): Promise<void> {
  if (run.status !== 'completed' || !hasExport(run)) return;
  for (const { id: node_id, type, config } of run.definition.graph.nodes) {
    const name = config.delivery_target;
    if (type !== 'sink_preview' || typeof name !== 'string') continue;
    const target = targetNamed(world, run.workspace_id, name);
    if (target) begin(world, { run, node_id, target, automatic: true });
  }
}

function start(
  world: World,
  run: SimulatedRun,
  { target: name, node_id = null }: { target: string; node_id?: string | null },
) {
  if (
    node_id !== null &&
    !run.path.some((node) => node.node_id === node_id && node.node_type === 'sink_preview')
  ) {
    throw notFound('output');
  }
  assertExport(run);
  const target = targetNamed(world, run.workspace_id, name);
  if (target === undefined) {
    throw invalid({ field: 'body.target', message: `There is no delivery target "${name}".` });
  }
  const open = [...world.deliveries.values()].find(
    (one) =>
      one.run_id === run.id &&
      one.node_id === node_id &&
      one.target_id === target.id &&
      one.completed_at === null,
  );
  return open ?? begin(world, { run, node_id, target, automatic: false });
}

/** Ends what is under way to a target. */
async function endOpen(world: World, targetId: string, error: string): Promise<void> {
  for (const delivery of world.deliveries.values()) {
    if (delivery.target_id === targetId && delivery.completed_at === null) await end(world, delivery, error);
  }
}

function refusePrefix(prefix: string): void {
  const refuse = (message: string) => malformed({ field: 'body.prefix', message });
  if (/[\p{Cc}\\]/u.test(prefix)) throw refuse('A prefix has no control characters and no backslash.');
  if (prefix === '' || !prefix.split('/').some((part) => ['', '.', '..'].includes(part))) return;
  throw refuse('A prefix has no empty segment, no . and no .., and neither begins nor ends with a slash.');
}

/** A target with its version. */
function reply(target: Owned<DeliveryTarget>) {
  const data = without(target, 'workspace_id');
  return { data, version: versionOf(data) };
}

const versionOfTarget = (target: Owned<DeliveryTarget> | undefined) => target && reply(target).version;

type Put = { world: World; caller: Caller; body: PutDeliveryTarget; ifMatch: string | undefined };

async function put({ world, caller, body, ifMatch }: Put, name: string) {
  const { endpoint = null, region = 'us-east-1', bucket, prefix = '', access_key_id: key } = body;
  refusePrefix(prefix);
  const known = targetNamed(world, caller.workspace_id, name);
  assertMatch(ifMatch, versionOfTarget(known), 'delivery target');
  if (!known && ownAll(world.targets, caller).length >= MAX_TARGETS) {
    throw new ApiError('CONFLICT', `A workspace has at most ${MAX_TARGETS} delivery targets.`);
  }
  const now = world.clock.iso();
  const place = { endpoint, region, bucket, prefix, path_style: body.path_style ?? endpoint !== null };
  const id = key.trim();
  const access_key_preview = id.length < LONG_ENOUGH ? '••••' : `••••${id.slice(-SHOWN)}`;
  const fresh = { ...place, access_key_preview, checked_at: now };
  if (known) {
    const hasMoved = destinationOf(known) !== destinationOf({ ...known, ...place });
    if (hasMoved) await endOpen(world, known.id, 'The target was moved to another place meanwhile.');
    return change(known, fresh, world.clock);
  }
  const own = {
    ...blanks.DeliveryTarget,
    ...fresh,
    id: world.newId(),
    name,
    created_at: now,
    updated_at: now,
  };
  const target = { ...own, workspace_id: caller.workspace_id };
  world.targets.set(target.id, target);
  return target;
}

function tell(world: World, caller: Caller, { id, name }: DeliveryTarget, kind: string): void {
  noteBy(world, caller, { action: 'settings_changed', kind, resource: ['delivery_target', id, name] });
}

/** Buckets, and runs on their way there. Nothing leaves the test: what arrived is in `server.delivered`. */
export const deliveryHandlers: Handlers = {
  'delivery_targets.list': ({ world, caller }) => ({
    data: ownAll(world.targets, caller)
      .map((target) => without(target, 'workspace_id'))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    pagination: { limit: 20, next: null, prev: null },
  }),
  'delivery_targets.get': ({ world, caller, params }) => {
    const target = targetNamed(world, caller.workspace_id, params.target);
    if (target === undefined) throw notFound('delivery target');
    return reply(target);
  },
  'delivery_targets.put': async (request) => {
    const target = await put(request, request.params.target);
    tell(request.world, request.caller, target, 'delivery_target_set');
    return reply(target);
  },
  'delivery_targets.delete': async ({ world, caller, params, ifMatch }) => {
    const target = targetNamed(world, caller.workspace_id, params.target);
    assertMatch(ifMatch, versionOfTarget(target), 'delivery target');
    if (target === undefined) return { data: {} };
    world.targets.delete(target.id);
    await endOpen(world, target.id, 'The target was deleted meanwhile.');
    tell(world, caller, target, 'delivery_target_deleted');
    return { data: {} };
  },
  'deliveries.start': (request) => ({ data: view(start(request.world, runOf(request), request.body)) }),
  'deliveries.list': async (request) => {
    const { world, caller } = request;
    const { id } = runOf(request);
    const all = () => ownAll(world.deliveries, caller).filter(({ run_id }) => run_id === id);
    // Whoever looks sees it go on, where the clock goes by itself.
    const isOpen = all().some(({ completed_at }) => completed_at === null);
    if (world.options.clock === 'auto' && isOpen) await world.clock.advance(1_000);
    return listReply(all().map(view), request);
  },
};

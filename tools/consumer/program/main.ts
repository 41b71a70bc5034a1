import {
  CONTRACT,
  call,
  connect,
  isError,
  NotFoundError,
  tracing,
  Voiceloom,
  voicesList,
} from '@voiceloom/sdk';
import {
  callOperation,
  checkDefinition,
  driftReports,
  findOperation,
  validate,
  workflow,
} from '@voiceloom/sdk/contract';
import { nodeFetch } from '@voiceloom/sdk/node';
import { createTestServer } from '@voiceloom/sdk/testing';
import { seenInMemory, webhookHandler } from '@voiceloom/sdk/webhooks';

/** Ends the program with an error unless a condition holds. */
function must(held: boolean, what: string): void {
  if (!held) throw new Error(what);
}

/** A workflow that speaks two lines. */
function definition() {
  const flow = workflow();
  const script = flow.source_script({ text: 'Good evening.\nGood night.', source_language: 'en-us' });
  script.lines.to(flow.operator_generator().lines).audio.to(flow.sink_preview().audio);
  return flow.build();
}

/** Never called. Each line below a comment must not compile. */
export function wrong(client: Voiceloom): void {
  const flow = workflow();
  // @ts-expect-error Lines without audio do not fit into an output.
  flow.source_script().lines.to(flow.sink_preview().audio);
  // @ts-expect-error A workflow has a name.
  void client.workflows.create({});
}

/** Uses each entry point of the packed packages once, and throws if one does not do what it should. */
async function main(): Promise<void> {
  let secret = '';
  const completed: string[] = [];
  const drifts: string[] = [];
  const server = createTestServer({
    webhooks: (request) =>
      webhookHandler({
        secrets: secret,
        now: server.now,
        dedupe: seenInMemory(),
        on: { 'run.completed': ({ data }) => void completed.push(data.run_id) },
      })(request),
  });
  const client = new Voiceloom({
    ...server.clientOptions,
    inspect: driftReports({ sample: 1, onDrift: ({ pointer }) => drifts.push(pointer) }),
  });
  ({ secret } = await client.webhookEndpoints.create({ url: 'https://example.com/hooks' }));

  const { id } = await client.workflows.create({ name: 'Evening', definition: definition() });
  const run = await client.runs.start(id).wait();
  must(run.status === 'completed', `The run is ${run.status}.`);
  const bytes: Uint8Array = await (await run.download()).bytes();
  must(bytes.length > 1000, 'The download is too small.');
  must(completed.length === 1, 'The webhook did not come.');
  must(drifts.length === 0, `Answers drift at ${drifts.join()}.`);

  const missing = await client.workflows
    .get('00000000-0000-4000-8000-00000000dead')
    .catch((error: unknown) => error);
  must(missing instanceof NotFoundError, 'A missing workflow is no NotFoundError.');
  must(isError(missing, 'workflows.get', 'NOT_FOUND'), 'The error does not know its operation.');
  must(validate('workflows.create', { name: '' }).length > 0, 'An empty name passes.');
  must(
    checkDefinition({ graph: { nodes: [{}], edges: [] } }).errors.length > 0,
    'A node without a type passes.',
  );

  const list = findOperation('voices.list');
  must(list !== undefined && callOperation(client, list) !== undefined, 'The catalog does not list voices.');
  must(typeof call === 'function' && voicesList.path.endsWith('/voices'), 'There is no lean client.');
  must(!JSON.stringify(connect({ token: 'hidden' })).includes('hidden'), 'A connection shows its secret.');
  must(typeof nodeFetch() === 'function' && typeof tracing === 'function', 'A sub-path is empty.');
  process.stdout.write(`${CONTRACT.version}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});

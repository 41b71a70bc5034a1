// An edge worker, which uses only web standards and nothing of Node.
import { CONTRACT, NotFoundError, Voiceloom } from '@voiceloom/sdk';
import { workflow } from '@voiceloom/sdk/contract';
import { createTestServer } from '@voiceloom/sdk/testing';
import { newSecret, sign, verify } from '@voiceloom/sdk/webhooks';

/** Runs a workflow against the test server; the version of the contract if everything worked. */
async function story(): Promise<string> {
  const client = new Voiceloom(createTestServer().clientOptions);
  const flow = workflow();
  const script = flow.source_script({ text: 'Good evening.', source_language: 'en-us' });
  script.lines.to(flow.operator_generator().lines).audio.to(flow.sink_preview().audio);
  const { id } = await client.workflows.create({ name: 'Evening', definition: flow.build() });
  const run = await client.runs.start(id).wait();
  if (run.status !== 'completed') throw new Error(`The run is ${run.status}.`);
  const bytes = await (await run.download()).bytes();
  if (bytes.length < 500) throw new Error('The download is too small.');
  const missing = await client.workflows
    .get('00000000-0000-4000-8000-00000000dead')
    .catch((error: unknown) => error);
  if (!(missing instanceof NotFoundError)) throw new Error('A missing workflow is no NotFoundError.');
  const refused = await verify('{}', {}, newSecret()).catch((error: unknown) => error);
  if (!(refused instanceof Error) || typeof sign !== 'function') throw new Error('A forged event passes.');
  return CONTRACT.version;
}

export default {
  async fetch(): Promise<Response> {
    try {
      return new Response(await story());
    } catch (error) {
      return new Response(error instanceof Error ? error.stack : String(error), { status: 500 });
    }
  },
};

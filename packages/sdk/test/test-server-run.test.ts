import { expect, onTestFinished, test } from 'vitest';
import { runJobs } from '../../server/src/engine/jobs.ts';
import { startWorker } from '../../server/src/jobs/index.ts';
import { startTestApp } from '../../server/test/support/app.ts';
import { scriptedSpeech } from '../../server/test/support/fake-speech.ts';
import { workflow } from '../src/contract.ts';
import { type RunEvent, Voiceloom } from '../src/index.ts';
import { createTestServer } from '../src/testing/index.ts';

const narration = () => {
  const flow = workflow();
  const script = flow.source_script({
    text: 'The harbor sleeps.\n\nA bell rings.',
    source_language: 'en-us',
  });
  script.lines.to(flow.operator_generator().lines).audio.to(flow.sink_preview({}).audio);
  return flow.build();
};

/** A service with a worker, and a client for it. */
async function realClient(): Promise<Voiceloom> {
  const speech = scriptedSpeech({ durationMs: () => 700 });
  const server = await startTestApp({ role: 'all', speech: speech.providers });
  const worker = await startWorker(server.app, runJobs);
  onTestFinished(async () => {
    await worker.stop(1_000);
    await server.close();
  });
  return new Voiceloom({ baseUrl: server.url, token: await server.token() });
}

/** The result of a client's run, without values that depend on the duration of speech or on the time. */
async function storyOf(client: Voiceloom) {
  const { id } = await client.workflows.create({ name: 'Harbor', definition: narration() });
  const events: RunEvent[] = [];
  const run = await client.runs.start(id).wait({ onEvent: (event) => void events.push(event) });
  const again = await client.runs.start(id).wait();
  const { outputs } = await client.runs.outputs(id, run.id);
  const zip = await run.download();
  await zip.stream().cancel();
  const nodeZip = await client.runs.downloadNode(id, run.id, outputs[0]?.node_id ?? '');
  const files = await client.runs.download(id, run.id, { format: 'files' });
  const textOf = async (link: typeof files) =>
    new TextDecoder().decode(await (await client.download(link)).bytes());
  const filesText = await textOf(files);
  const last = events.findLast((event) => event.type === 'progress');
  return {
    run: [run.status, run.run_number, run.credits, run.total_nodes, run.total_steps, run.finished_steps],
    again: [
      again.status,
      again.run_number,
      again.credits,
      again.usage_summary.characters,
      again.usage_summary.lines,
    ],
    usage: { ...run.usage_summary, audio_ms: 0, by_locale: Object.keys(run.usage_summary.by_locale) },
    statuses: events.flatMap((event) => (event.type === 'run.status' ? [event.data.status] : [])),
    kinds: [...new Set(events.map(({ type }) => type))].sort(),
    lines: events
      .flatMap((event) =>
        event.type === 'line.completed'
          ? [
              [
                event.data.line_id,
                event.data.line_index,
                event.data.locale_code,
                event.data.status,
                event.data.credits,
              ],
            ]
          : [],
      )
      .sort(),
    nodes: [
      ...new Set(events.flatMap((event) => (event.type === 'node.state' ? [event.data.node_type] : []))),
    ].sort(),
    progress: last && { ...last.data, by_locale: last.data.by_locale },
    outputs: outputs.map(({ node_type, display_name, status, lines, line_count, truncated }) => ({
      ...{ node_type, display_name, status, line_count, truncated },
      files: lines.map(({ file }) => file),
    })),
    names: [zip.filename, zip.contentType, nodeZip.filename, files.filename],
    files: filesText
      .trim()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line)).sort()),
  };
}

test('a run in the test server has the same result as a run of the service', async () => {
  const expected = await storyOf(await realClient());
  expect(await storyOf(new Voiceloom(createTestServer().clientOptions))).toEqual(expected);
});

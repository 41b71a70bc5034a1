import { expect, onTestFinished, test } from 'vitest';
import { startWorker } from '../../server/src/engine/worker.ts';
import { startTestApp } from '../../server/test/support/app.ts';
import { scriptedSpeech } from '../../server/test/support/fake-speech.ts';
import { type RunEvent, Voiceloom } from '../src/index.ts';
import { createTestServer } from '../src/testing/index.ts';
import { workflow } from '../src/workflow/index.ts';

const narration = () => {
  const flow = workflow();
  const script = flow.source_script({
    text: 'The harbor sleeps.\n\nA bell rings.',
    source_language: 'en-us',
  });
  script.lines.to(flow.operator_generator().lines).audio.to(flow.sink_preview({}).audio);
  return flow.build();
};

/** A service at work, and a client of it. */
async function realClient(): Promise<Voiceloom> {
  const speech = scriptedSpeech({ durationMs: () => 700 });
  const server = await startTestApp({ role: 'all', speech: speech.providers });
  const worker = await startWorker(server.app, { sweep: () => Promise.resolve() });
  onTestFinished(async () => {
    await worker.stop(1_000);
    await server.close();
  });
  return new Voiceloom({ baseUrl: server.url, token: await server.token() });
}

/** What a run of a client came to, without what depends on how long speech is and when it was made. */
async function storyOf(client: Voiceloom) {
  const { id } = await client.workflows.create({ name: 'Harbor', definition: narration() });
  const events: RunEvent[] = [];
  const preview = await client.workflows.preview(id);
  const run = await client.runs.start(id).wait({ onEvent: (event) => void events.push(event) });
  const again = await client.runs.start(id).wait();
  const rows = await client.runs.data(id, run.id).toArray();
  const { outputs } = await client.runs.outputs(id, run.id);
  const steps = await client.runs.steps(id, run.id);
  const zip = await run.download();
  await zip.stream().cancel();
  const nodeZip = await client.runs.downloadNode(id, run.id, outputs[0]?.node_id ?? '');
  const files = await client.runs.download(id, run.id, { format: 'files' });
  const script = await client.runs.script(id, run.id);
  const textOf = async (link: typeof files) =>
    new TextDecoder().decode(await (await client.download(link)).bytes());
  const [filesText, scriptText] = [await textOf(files), await textOf(script)];
  const others = [];
  for (const format of ['xliff-1.2', 'xliff-2.0'] as const) {
    const link = await client.runs.script(id, run.id, { format });
    others.push([link.filename, await textOf(link)]);
  }
  const pickups = await client.runs.download(id, run.id, { format: 'pickups' });
  others.push([pickups.filename, await textOf(pickups)]);
  const last = events.findLast((event) => event.type === 'progress');
  const summary = await client.usage.summary();
  return {
    preview: [preview.min_credits, preview.expected_credits, preview.can_run, preview.breakdown.length],
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
    rows: rows.map((row) => ({
      ...{
        id: row.id.replace(run.id, 'run'),
        line_id: row.line_id,
        line_index: row.line_index,
        script: row.script,
      },
      cards: row.cards.map(({ id, status, audio, takes, retry_count, character_name }) => ({
        ...{
          id: id.replace(run.id, 'run'),
          status,
          audio: audio.status,
          takes: takes.length,
          retry_count,
          character_name,
        },
      })),
    })),
    outputs: outputs.map(({ node_type, display_name, status, lines, line_count, truncated }) => ({
      ...{ node_type, display_name, status, line_count, truncated },
      files: lines.map(({ file }) => file),
    })),
    steps: steps.map(({ node_type, status, iteration, has_result }) => [
      node_type,
      status,
      iteration,
      has_result,
    ]),
    names: [zip.filename, zip.contentType, nodeZip.filename, files.filename, script.filename],
    files: filesText
      .trim()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line)).sort()),
    script: scriptText,
    others,
    summary: [summary.credits.used, summary.lines.total, summary.runs.total, summary.characters.total],
  };
}

test('a run in the test server comes to what a run of the service comes to', async () => {
  const expected = await storyOf(await realClient());
  expect(await storyOf(new Voiceloom(createTestServer().clientOptions))).toEqual(expected);
});

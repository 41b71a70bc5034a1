/**
 * Measures how soon a customer hears a line: from the POST of a run of one line to the last byte of its mastered audio.
 * The API and a worker share one process and use the embedded engine. The event stream shows when the audio exists. The
 * times of the run's events split the total into steps.
 */
import type { RunEvent } from '../packages/contract/src/index.ts';
import { definitionOf, node } from '../packages/server/test/support/definitions.ts';
import { quantile, report, size } from './support/figures.ts';
import { callApi, openStage } from './support/processes.ts';

const RUNS = size('BENCH_RUNS', 30);
const WARM_UP_RUNS = 5;
const GOAL_MS = 120;

const stage = await openStage();
const service = await stage.start('../packages/server/src/bin/serve.ts');
const headers = { Authorization: `Bearer ${service.token}` };

const source = node('source_script', { text: 'Hello.', source_language: 'en-us' });
const [generator, mastering, sink] = [
  node('operator_generator'),
  node('operator_mastering'),
  node('sink_preview'),
];
const definition = definitionOf(
  [source, generator, mastering, sink],
  [
    [source, 'lines', generator],
    [generator, 'audio', mastering],
    [mastering, 'audio', sink],
  ],
);
const body = { name: 'Bench', definition: { graph: definition.graph } };
const workflow = await callApi<{ id: string }>(service, 'POST', { path: '/workflows', body });
const runs = `/workflows/${workflow.id}/runs`;

/** The events of a run as they arrive, each with its time of arrival. */
async function* readEvents(run: string): AsyncGenerator<{ event: RunEvent; arrived: number }> {
  const response = await fetch(`${service.url}/api/v1${runs}/${run}/events`, { headers });
  if (!response.body) throw new Error(`The events returned ${response.status}.`);
  let text = '';
  for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
    const arrived = Date.now();
    const parts = (text + bytes).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (data) yield { event: JSON.parse(data) as RunEvent, arrived };
    }
  }
}

/** Milliseconds of each step, in order, and of their `total`. */
type Steps = Record<string, number>;

async function listen(number: number): Promise<Steps> {
  const script_text = `This is line ${number} of the benchmark.`;
  // Marks are wall-clock times, because the times of events are too.
  const marks: [step: string, at: number][] = [['', Date.now()]];
  const begin = performance.now();
  const { id } = await callApi<{ id: string }>(service, 'POST', { path: runs, body: { script_text } });
  marks.push(['POST of the run', Date.now()]);
  let [status, total]: [string | undefined, number] = [undefined, Number.NaN];
  for await (const { event, arrived } of readEvents(id)) {
    const at = Date.parse(event.at);
    if (event.type === 'run.status') status = event.data.status;
    if (event.type === 'run.status' && status === 'running') marks.push(['until a worker begins', at]);
    if (event.type === 'node.state') {
      const { node_type, status: state } = event.data;
      // A source reports when it is complete. Other nodes report `running` with their first result.
      const isStep = node_type === source.type ? state === 'completed' : state === 'running';
      if (isStep) marks.push([`until ${node_type} is done`, at]);
    }
    if (event.type !== 'line.completed') continue;
    marks.push(['arrival of the event of the line', arrived]);
    const path = `${runs}/${id}/audio/${event.data.audio_id}/url`;
    const { url } = await callApi<{ url: string }>(service, 'GET', { path });
    marks.push(['URL of the audio', Date.now()]);
    const audio = await fetch(url);
    if (!audio.ok || (await audio.arrayBuffer()).byteLength < 1_000) throw new Error('The audio is missing.');
    marks.push(['download', Date.now()]);
    total = performance.now() - begin;
  }
  if (status !== 'completed') throw new Error(`The run is ${status}.`);
  const steps = marks.slice(1).map(([step, at], index) => [step, at - (marks[index]?.[1] ?? at)] as const);
  return { ...Object.fromEntries(steps), total };
}

const measured: Steps[] = [];
for (let n = 0; n < WARM_UP_RUNS + RUNS; n++) {
  const steps = await listen(n);
  if (n >= WARM_UP_RUNS) measured.push(steps);
}
await stage.close();
const all = (step: string): number[] => measured.map((steps) => steps[step] ?? 0);
for (const step of Object.keys(measured[0] ?? {}).filter((name) => name !== 'total'))
  console.log(`  ${step.padEnd(36)} ${quantile(all(step), 0.5).toFixed(0).padStart(5)} ms`);
const name = 'POST of a run to its first mastered audio';
report({
  name: `${name}, p50`,
  value: quantile(all('total'), 0.5),
  unit: 'ms',
  better: 'lower',
  goal: GOAL_MS,
});
report({ name: `${name}, p95`, value: quantile(all('total'), 0.95), unit: 'ms', better: 'lower' });

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Voiceloom } from '@voiceloom/sdk';
import { errorText } from '../errors/error-text.ts';
import { countText } from '../terminal/count-text.ts';
import { duration } from '../terminal/table.ts';
import { LOCALES, listSpokenLocales } from './cast.ts';
import { type DemoServer, startServer } from './server.ts';
import {
  DEMO_FOLDER,
  type Delivery,
  endLeftover,
  fetchDelivery,
  findOrCreateWorkflow,
  listDemoLocales,
  perform,
  prepare,
  type Stage,
} from './story.ts';
import { endText, summaryTable, wordCheckText } from './summary.ts';
import { installTinyModels, TINY_VOICE } from './tiny-models.ts';

/** The exit code that shells expect after Ctrl-C. */
const INTERRUPTED = 130;

const out = process.stdout;
const say = (text = '') => out.write(`${text}\n`);

async function deliver(stage: Stage, workflowId: string, page: number): Promise<Delivery> {
  await prepare(stage, workflowId, page);
  const begin = performance.now();
  const run = await perform(stage, workflowId);
  const delivery = await fetchDelivery(stage, run);
  const { summary, files } = delivery;
  const took = duration(performance.now() - begin);
  const cost = countText(run.credits, 'credit');
  const reuse = summary.reused === 0 ? '' : ` (${countText(summary.reused, 'take')} of an earlier run)`;
  const output = `${countText(summary.delivered, 'line')}${reuse} and ${countText(files.length, 'file')}`;
  say(`  Run ${run.run_number}: ${output} in ${took}, ${cost}.`);
  return delivery;
}

/** The folder of the models that `npm run models` installs. */
const MODELS = fileURLToPath(new URL('../../../../.voiceloom/models', import.meta.url));

/** Says which voices speak. Those of a model that is not installed cannot, so it says how to install it. */
async function announceVoices({ client, signal, model }: Stage): Promise<void> {
  if (model === undefined) return;
  const models = await client.providers.models('local', {}, { signal }).toArray();
  const chosen = models.find(({ id }) => id === model);
  if (!chosen) throw new Error(`The model ${model} is not installed. Run "npm run models -- add ${model}".`);
  const spoken = await listSpokenLocales(client, model);
  say(`\nVoices: ${chosen.display_name} (${model}), on this machine, in ${spoken.join(', ')}.`);
  const others = LOCALES.filter((locale) => !spoken.includes(locale));
  if (others.length === 0) return;
  const rest = model === TINY_VOICE ? 'are left out' : 'are spoken by the embedded engine';
  say(`  Languages that it does not speak ${rest}: ${others.join(', ')}.`);
}

async function runStory(stage: Stage): Promise<void> {
  await announceVoices(stage);
  const workflowId = await findOrCreateWorkflow(stage);
  const leftover = await endLeftover(stage, workflowId);
  if (leftover) say(`  Run ${leftover} of a demo that was stopped is canceled; its takes are kept.`);
  const locales = await listDemoLocales(stage);
  say(
    `\n1. A script of 25 lines, 3 characters and ${locales.length} languages becomes checked, mastered audio.`,
  );
  const first = await deliver(stage, workflowId, 1);
  say(`\n${summaryTable(first.summary)}`);
  if (stage.model !== undefined) say(`\n${wordCheckText(first.summary)}`);
  say('\n2. One line of the script changes. All other takes are reused.');
  const second = await deliver(stage, workflowId, first.run.run_number + 1);
  const { reused, synthesized } = second.summary;
  const cost = countText(second.run.credits, 'credit');
  say(`  ${countText(reused, 'take')} reused, ${synthesized} synthesized, ${cost}.`);
  say(`\n${endText(second)}`);
}

const controller = new AbortController();
const { signal } = controller;
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => controller.abort());
try {
  const { voices: model } = parseArgs({ options: { voices: { type: 'string' } } }).values;
  let modelsDir = process.env.MODELS_DIR ?? MODELS;
  if (model === TINY_VOICE) {
    // Not among the models of the service, where the recognizer of tones would become the default.
    modelsDir = join(DEMO_FOLDER, 'tiny-models');
    say('Building the tiny models …');
    await installTinyModels(modelsDir, signal);
  }
  say('Starting the server on embedded defaults …');
  const begin = performance.now();
  const server: DemoServer = await startServer(DEMO_FOLDER, signal, { MODELS_DIR: modelsDir });
  try {
    say(`  ready at ${server.url} after ${duration(performance.now() - begin)}`);
    const client = new Voiceloom({ baseUrl: server.url, token: server.token });
    await runStory({ client, signal, out, model });
  } finally {
    await server.stop();
  }
} catch (error) {
  const reason = signal.aborted
    ? 'The demo and its server have stopped.'
    : `The demo failed: ${errorText(error)}`;
  process.stderr.write(`\n${reason}\n`);
  if (!signal.aborted) process.stderr.write(`The server's log is ${join(DEMO_FOLDER, 'server.log')}.\n`);
  process.exitCode = signal.aborted ? INTERRUPTED : 1;
}

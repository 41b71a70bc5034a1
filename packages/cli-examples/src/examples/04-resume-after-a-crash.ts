// A program that you can kill at any moment and start again. It starts the run once, follows it to its end and saves
// it, even after crashes. For this, it keeps a few bytes in a file.
//   node 04-resume-after-a-crash.ts      (stop it with Ctrl-C or kill -9, and start it again)
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { chain, type RunActions, Voiceloom } from '@voiceloom/sdk';
import { saveFiles } from '@voiceloom/sdk/node';

const KEPT = 'night-crossing.token';
const client = new Voiceloom();

/** With your own idempotency key, a repeated POST has no second effect and returns the first response. */
async function start(): Promise<RunActions> {
  const name = 'Night crossing';
  const workflow = await client.workflows.create({ name }, { idempotencyKey: 'night-crossing/workflow' });
  const text = Array.from({ length: 20 }, (_, at) => `This is page ${at + 1} of the logbook.`).join('\n');
  const definition = chain(
    ['source_script', { text, source_language: 'en-us' }],
    ['operator_generator'],
    ['sink_preview'],
  );
  await client.workflows.replace(workflow.id, { name, definition });
  return client.runs.start(workflow.id, {}, { idempotencyKey: 'night-crossing/run' });
}

/** Written to a temporary file and renamed, so that a crash leaves the previous version. */
async function keep(token: string): Promise<void> {
  await writeFile(`${KEPT}.new`, token);
  await rename(`${KEPT}.new`, KEPT);
}

const token = await readFile(KEPT, 'utf8').catch(() => undefined);
const run = token === undefined ? await start() : client.runs.reopen(token);
console.log(token === undefined ? 'Started.' : 'Resuming where the previous process stopped.');
await keep(run.token());

// A token also contains the last received event. Save it after processing an event: after a crash, that event
// is repeated, and none is missed.
for await (const event of run.events()) {
  console.log(`event ${event.id}: ${event.type}`);
  await keep(run.token());
}
const ended = await run.refresh();
console.log(`Run ${ended.run_number} is ${ended.status}: ${ended.credits} credits.`);
const files = await saveFiles(client, ended, 'night-crossing');
console.log(`${files.length} files.`);
await rm(KEPT);

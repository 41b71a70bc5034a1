// Prompts for a telephone system: G.711 mu-law at 8 kHz, in files with exactly the names that the system needs.
//   node 08-phone-prompts.ts [prompts.csv] [folder]
import { join } from 'node:path';
import { chain, Voiceloom } from '@voiceloom/sdk';
import { fileFrom, saveFiles } from '@voiceloom/sdk/node';

const [, , csv = join(import.meta.dirname, 'scripts/prompts.csv'), folder = 'prompts'] = process.argv;
const client = new Voiceloom();
const workflow = await client.workflows.create({ name: 'Phone prompts' });
const file = await fileFrom(csv);
const upload = await client.uploads.upload({ file, category: 'script', workflowId: workflow.id });

// The id column names the files: main-menu becomes sounds/en-us/main-menu.wav.
const definition = chain(
  ['source_script', { input_type: 'file', upload_ids: [upload.id] }],
  ['operator_generator'],
  ['operator_mastering', { preset: 'phone_mulaw' }],
  ['sink_preview', { file_pattern: 'sounds/{locale}/{line_id}.{ext}', subtitles: [] }],
);
await client.workflows.replace(workflow.id, { name: workflow.name, definition });
const run = await client.runs.start(workflow.id).wait();
if (run.status !== 'completed') throw new Error(run.error ?? run.status);
for (const name of await saveFiles(client, run, folder)) console.log(name);

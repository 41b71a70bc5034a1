// Turns a csv with a column for each language into audio, with live progress and one folder for each language.
//   node 02-five-languages.ts [script.csv] [folder]
import { join } from 'node:path';
import { chain, Voiceloom } from '@voiceloom/sdk';
import { fileFrom, saveFiles } from '@voiceloom/sdk/node';

const [, , csv = join(import.meta.dirname, 'scripts/ferry.csv'), folder = 'ferry'] = process.argv;
const client = new Voiceloom();

// Files belong to a workflow, so create the workflow first and add its graph after the upload.
const workflow = await client.workflows.create({ name: 'Ferry in five languages' });
const upload = await client.uploads.upload({
  file: await fileFrom(csv),
  category: 'script',
  workflowId: workflow.id,
});
const definition = chain(
  ['source_script', { input_type: 'file', upload_ids: [upload.id] }],
  ['operator_generator'],
  ['validator_pacing', { max_retry: 1 }],
  ['operator_mastering', { preset: 'podcast' }],
  ['sink_preview'],
);
await client.workflows.replace(workflow.id, { name: workflow.name, definition });

const run = await client.runs.start(workflow.id).wait({
  onEvent: ({ type, data }) => {
    if (type === 'progress') console.log(`${data.finished_lines} of ${data.total_lines} lines`);
  },
});
if (run.status !== 'completed') throw new Error(run.error ?? run.status);

const { audio_by_language } = await client.runs.overview(workflow.id, run.id);
for (const { locale_code, ...figures } of audio_by_language) console.log(locale_code, figures);
const files = await saveFiles(client, run, folder);
console.log(`${files.length} files in ${folder}, ${run.credits} credits`);

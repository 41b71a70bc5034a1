// Turns a chapter in Word into audio that meets the limits of ACX: MP3 at 192 kbit/s and 44.1 kHz, RMS between -23 and
// -18 dB, peaks under -3 dB, room tone under -60 dB. A check after mastering measures the files, and the list of
// pick-ups contains those outside the limits. (A heading of two words would be: speak it with its paragraph.)
//   node 07-audiobook-chapter.ts [chapter.docx] [folder]
import { join } from 'node:path';
import { chain, Voiceloom } from '@voiceloom/sdk';
import { fileFrom, saveFiles } from '@voiceloom/sdk/node';

const [, , docx = join(import.meta.dirname, 'scripts/chapter.docx'), folder = 'chapter'] = process.argv;
const client = new Voiceloom();
const workflow = await client.workflows.create({ name: 'Chapter one' });
const file = await fileFrom(docx);
const upload = await client.uploads.upload({ file, category: 'script', workflowId: workflow.id });

const definition = chain(
  ['source_script', { input_type: 'file', upload_ids: [upload.id], source_language: 'en-gb' }],
  ['operator_normalizer'],
  ['operator_generator', { speed: 0.95 }],
  ['operator_mastering', { preset: 'audiobook' }],
  // The preset leaves 0.75 seconds of room tone before a paragraph and 2 seconds after it.
  ['validator_noise', { noise_floor_max_dbfs: -60, max_tail_silence_ms: 2500, max_silence_ratio: 1 }],
  ['sink_preview', { file_pattern: '{workflow}/{line_index}.{ext}' }],
);
await client.workflows.replace(workflow.id, { name: workflow.name, definition });
const run = await client.runs.start(workflow.id).wait();
if (run.status !== 'completed') throw new Error(run.error ?? run.status);

for await (const { cards } of client.runs.data(workflow.id, run.id))
  for (const { script, validations } of cards) {
    console.log(`${script.slice(0, 40)} …`);
    for (const { kind, status, evidence } of validations)
      console.log(
        `  ${kind}: ${status}`,
        evidence.map(({ metric, value }) => `${metric} ${value}`).join(', '),
      );
  }

const link = await client.runs.download(workflow.id, run.id, { format: 'pickups-json' });
const { lines } = await new Response((await client.download(link)).stream()).json();
console.log(lines.length === 0 ? 'Nothing to do again.' : lines);
console.log(await saveFiles(client, run, folder));

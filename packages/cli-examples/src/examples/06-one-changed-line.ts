// Changes one line of a script after a run. The estimate shows the cost, and the next run speaks only this line.
//   node 06-one-changed-line.ts [folder]
import { chain, Voiceloom } from '@voiceloom/sdk';
import { saveFiles } from '@voiceloom/sdk/node';

const client = new Voiceloom();
const lines = [
  'The harbor is quiet tonight.',
  'Too quiet, if you ask me.',
  'Light the lamp, someone is coming.',
  'It is only the ferry.',
];
const definitionOf = (text: string) =>
  chain(
    ['source_script', { text, source_language: 'en-us' }],
    ['operator_generator'],
    ['operator_mastering', { preset: 'game' }],
    ['sink_preview'],
  );

const { id, name } = await client.workflows.create({
  name: 'Harbor, scene 1',
  definition: definitionOf(lines.join('\n')),
});
const first = await client.runs.start(id).wait();
console.log(`First run: ${first.status}, credits: ${first.credits}`);

const changed = lines.with(3, 'It is only the ferry, and it is late.');
await client.workflows.replace(id, { name, definition: definitionOf(changed.join('\n')) });

const estimate = await client.workflows.preview(id);
console.log(
  `To speak: ${estimate.new_takes}, kept: ${estimate.reused_takes}, credits: ${estimate.min_credits}`,
);
const second = await client.runs.start(id).wait();
console.log(`Second run: ${second.status}, credits: ${second.credits}`);
console.log(await saveFiles(client, second, process.argv[2] ?? 'harbor'));

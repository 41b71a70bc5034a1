// Turns every line of story.txt into an MP3. Run it next to the file, with the two variables that `npm start` prints:
//   node 01-first-audio.ts
import { readFile } from 'node:fs/promises';
import { chain, Voiceloom } from '@voiceloom/sdk';
import { saveFiles } from '@voiceloom/sdk/node';

const client = new Voiceloom(); // reads the two variables
const script = { text: await readFile('story.txt', 'utf8'), source_language: 'en-us' };
const flow = chain(['source_script', script], ['operator_generator'], ['sink_preview', { format: 'mp3' }]);
const workflow = await client.workflows.create({ name: 'Story', definition: flow });
const run = await client.runs.start(workflow.id).wait();
console.log(run.status, run.credits, 'credits');
console.log(await saveFiles(client, run, 'story'));

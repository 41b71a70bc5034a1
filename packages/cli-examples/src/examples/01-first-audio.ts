import { chain, Voiceloom } from '@voiceloom/sdk';
import { saveTo } from '@voiceloom/sdk/node';

// Text to audio files. Set VOICELOOM_API_KEY (and VOICELOOM_BASE_URL), then: node 01-first-audio.ts first-audio.zip
const text = 'Good evening, and welcome aboard.\nThe ferry leaves in five minutes.';
const client = new Voiceloom();
const definition = chain(
  ['source_script', { text, source_language: 'en-us' }],
  ['operator_generator'],
  ['operator_mastering', { format: 'mp3' }],
  ['sink_preview'],
);
const workflow = await client.workflows.create({ name: 'First audio', definition });
const run = await client.runs.start(workflow.id).wait();
await saveTo(await run.download(), process.argv[2] ?? 'first-audio.zip');

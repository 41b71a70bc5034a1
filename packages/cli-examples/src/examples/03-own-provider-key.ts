// Uses your own speech server, or any other with an OpenAI-compatible API. The workspace stores its key, lists its
// voices, and casts one of them. Your plan must include own keys; see docs/guides/providers.md.
//   SPEECH_URL=https://speech.example.com/v1 SPEECH_KEY=sk-… node 03-own-provider-key.ts [folder]
import { chain, Voiceloom } from '@voiceloom/sdk';
import { saveFiles } from '@voiceloom/sdk/node';

const provider = 'openai_compatible';
const client = new Voiceloom();

// The service tests the key, stores it encrypted, and never returns it.
const key = await client.providerKeys.put(provider, {
  base_url: process.env.SPEECH_URL ?? 'https://api.openai.com/v1',
  api_key: process.env.SPEECH_KEY ?? '',
});
console.log('The key is', key.status);

const [voice] = await client.voices.list({ provider }).toArray({ limit: 1 });
if (voice === undefined) throw new Error('The key provides no voices.');
console.log('Spoken by', voice.name);

const definition = chain(
  ['source_script', { text: 'Good evening.\nThe ferry leaves at noon.', source_language: 'en-us' }],
  ['operator_generator', { provider, model: process.env.SPEECH_MODEL ?? 'tts-1', voice_id: voice.id }],
  ['sink_preview', { format: 'wav' }],
);
const workflow = await client.workflows.create({ name: 'Own key', definition });
const run = await client.runs.start(workflow.id).wait();
if (run.status !== 'completed') throw new Error(run.error ?? run.status);
console.log(await saveFiles(client, run, process.argv[2] ?? 'own-key'));

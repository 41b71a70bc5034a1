// A script in one language becomes audio in three: a language model with an OpenAI-compatible API translates it. The
// service checks each translation (placeholders, markup, language, length, terms) and speaks it.
//   MODEL_URL=http://127.0.0.1:11434/v1 MODEL=qwen3 [MODEL_KEY=…] node 11-translation.ts [folder]
import { chain, Voiceloom } from '@voiceloom/sdk';
import { saveFiles } from '@voiceloom/sdk/node';

const client = new Voiceloom();
const address = process.env.MODEL_URL ?? 'http://127.0.0.1:11434/v1';
const secret = process.env.MODEL_KEY && { api_key: process.env.MODEL_KEY };
await client.providerKeys.put('openai_compatible', { base_url: address, ...secret });

const text = 'The storm is over.\nThe ferry leaves at noon and nobody slept.';
const definition = chain(
  ['source_script', { text, source_language: 'en-us' }],
  [
    'operator_translator',
    {
      provider: 'openai_compatible',
      model: process.env.MODEL ?? 'qwen3',
      target_languages: ['de-de', 'fr-fr'],
      keep_source: true,
      instructions: 'Announcements on a small ferry, friendly and short.',
      glossary: [{ source: 'ferry', target: { de: 'Dampfer' } }],
    },
  ],
  ['operator_generator'],
  ['sink_preview', { format: 'mp3' }],
);
const workflow = await client.workflows.create({ name: 'Announcements', definition });
const run = await client.runs.start(workflow.id).wait();
if (run.status !== 'completed') throw new Error(run.error ?? run.status);

for await (const { cards } of client.runs.data(workflow.id, run.id))
  for (const { locale_code, script, translation } of cards)
    console.log(`${locale_code} (${translation?.kind ?? 'script'}): ${script}`);
console.log(await saveFiles(client, run, process.argv[2] ?? 'announcements'));

// A graph with a retry loop and two deliveries of the same takes, built with the types of the SDK. A connection that
// does not fit does not compile, and build() reports what a save would reject, without calling the service.
//   node 12-workflow-builder.ts [folder]
import { Voiceloom } from '@voiceloom/sdk';
import { workflow } from '@voiceloom/sdk/contract';
import { saveFiles } from '@voiceloom/sdk/node';

const flow = workflow();
const script = flow.source_script({
  text: 'Good evening. Here is the news.\nThe ferry is late again.',
  source_language: 'en-us',
});
const voice = flow.operator_generator({ speed: 1.1 });
const pacing = flow.validator_pacing({ max_retry: 1 }, { name: 'Not too fast' });
const forGame = flow.operator_mastering({ preset: 'game' });
const forPodcast = flow.operator_mastering({ preset: 'podcast' });
const game = flow.sink_preview({ file_pattern: 'game/{line_id}.{ext}' });
const podcast = flow.sink_preview({ file_pattern: 'podcast/{line_id}.{ext}' });

script.lines.to(voice.lines).audio.to(pacing.audio);
pacing.fail.to(voice.lines); // spoken again, faster or slower
pacing.pass.to(forGame.audio).audio.to(game.audio);
pacing.pass.to(forPodcast.audio).audio.to(podcast.audio);

const client = new Voiceloom();
const { id } = await client.workflows.create({ name: 'Evening news', definition: flow.build() });
const run = await client.runs.start(id).wait();
if (run.status !== 'completed') throw new Error(run.error ?? run.status);

const { validators } = await client.runs.overview(id, run.id);
for (const { label, pass_count, retry_count } of validators)
  console.log(`${label}: ${pass_count} passed after ${retry_count} retries`);
for (const { id: nodeId } of [game, podcast])
  console.log(await saveFiles(client, run, process.argv[2] ?? 'news', { nodeId }));

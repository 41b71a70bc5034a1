import { fullPipeline } from './definitions.ts';
import type { Member } from './factories.ts';
import { ownedIds } from './matrix.ts';
import { insertRun, insertWorkflow, type LinePlan, type Scene, type StoredRun } from './run-factory.ts';
import { putBytes } from './uploads.ts';

interface Filled {
  ids: Awaited<ReturnType<typeof ownedIds>>;
  run: StoredRun;
  review_id: string;
}

/** One of every resource, and a completed run with stored audio and a review. */
export async function fillWorkspace({ server, member }: Scene): Promise<Filled> {
  const ids = await ownedIds(server, member);
  const texts = ['The harbor sleeps.', 'One light is awake.'];
  const workflow = await insertWorkflow({ server, member }, fullPipeline({ text: texts.join('\n') }));
  const lines = texts.map((script, line_index): LinePlan => {
    const line_id = `L0000${line_index + 1}`;
    return { line_id, line_index, script, locale_code: 'en-us', takes: [{}], status: 'delivered' };
  });
  const run = await insertRun({ server, member }, workflow, { status: 'completed', lines, run_number: 1 });
  const opened = await sent({ server, member }, `${run.path}/review`);
  const review_id = opened.id as string;
  await review({ server, member }, review_id);
  const file = { filename: 'trailer.txt', category: 'script' };
  const { upload, upload_url } = await sent({ server, member }, '/api/v1/uploads', file);
  await putBytes(upload_url, texts.join('\n'), upload.content_type);
  const context = { context_type: 'workflow', context_id: workflow.id };
  await sent({ server, member }, `/api/v1/uploads/${upload.id}`, context);
  return { ids, run, review_id };
}

/** Comments on the first line of a review and approves it. */
export async function review({ server, member }: Scene, review_id: string): Promise<void> {
  const item = `/api/v1/reviews/${review_id}/items/1`;
  await sent({ server, member }, `${item}/comments`, { body: 'Too fast here.' });
  const shown = await server.request('GET', item, { as: member });
  const { takes } = shown.body.data;
  const body = { decision: 'approved', audio_id: takes[0].audio_id };
  const decided = await server.request('PUT', `${item}/decision`, { as: member, body });
  if (decided.status >= 300) throw new Error(`Not decided: ${decided.text}`);
}

async function sent(
  { server, member }: { server: Scene['server']; member: Member },
  path: string,
  body?: unknown,
) {
  const answer = await server.request('POST', path, { as: member, ...(body !== undefined && { body }) });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  return answer.body.data;
}

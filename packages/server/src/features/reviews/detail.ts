import type { ReviewItemDetail, ReviewTake } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import {
  findMeasuredAudio,
  findTakes,
  getRunWithGraph,
  type LineTake,
  linkToAudio,
  type MeasuredAudioRow,
  nodesOf,
  verdictView,
} from '../runs/index.ts';
import { withoutProviderFacts } from './guest.ts';
import { getItem, getReview, type ItemRow, listComments, type ReviewRef } from './queries.ts';
import { commentView, itemView } from './view.ts';

/** An item with everything that is needed to judge it. */
export async function getItemDetail(
  app: Pick<App, 'db' | 'storage'>,
  ref: ReviewRef,
  no: number,
): Promise<ReviewItemDetail> {
  const { db } = app;
  const workspace_id = ref.caller.workspace.id;
  const { workflow_id } = await getReview(db, ref);
  const item = await getItem(db, ref, no);
  const { run_id, line_no } = item;
  const [run, line] = await Promise.all([
    getRunWithGraph(db, { workspace_id, workflow_id, run_id }),
    db
      .selectFrom('run_line')
      .select(['notes', 'direction', 'max_duration_ms'])
      .where('run_id', '=', run_id)
      .where('no', '=', line_no)
      .executeTakeFirstOrThrow(),
  ]);
  const nodes = nodesOf(run.definition);
  const found = await findTakes(db, { workspace_id, run_id, nodes, line_numbers: [line_no] });
  // A take that was chosen again is in the list once.
  const takes = [...new Map(found.get(line_no)?.takes.map((take) => [take.audio_id, take])).values()];
  const ids = [item.audio_id ?? [], takes.map(({ audio_id }) => audio_id)].flat();
  const stored = await findMeasuredAudio(db, workspace_id, ids);
  const views = takes.map((take) => takeView(app, { item, take, stored }));
  const comments = (await listComments(db, ref, no)).map(commentView);
  const detail = { ...itemView(item), ...line, comments, takes: await Promise.all(views) };
  return ref.caller.kind === 'guest' ? withoutProviderFacts(detail) : detail;
}

interface TakeSource {
  item: ItemRow;
  take: LineTake;
  stored: ReadonlyMap<string, MeasuredAudioRow>;
}

async function takeView(app: Pick<App, 'storage'>, { item, take, stored }: TakeSource): Promise<ReviewTake> {
  const { audio_id, credits, verdicts } = take;
  const made = stored.get(audio_id);
  const is_delivered = item.take_id === audio_id;
  const played = (is_delivered && item.audio_id !== null && stored.get(item.audio_id)) || made;
  const { provider = null, model = null, strategy = null, voice_name = null } = made ?? played ?? {};
  return {
    ...{ audio_id, is_delivered, provider, model, strategy, voice_name, credits },
    playback_url: played ? (await linkToAudio(app, played, item)).url : null,
    duration_ms: played?.duration_ms ?? null,
    peaks: played?.facts.peaks ?? [],
    words: played?.facts.words ?? [],
    verdicts: verdicts.map(verdictView),
  };
}

import type { ReviewItemDetail, ReviewTake } from '@voiceloom/contract';
import { overLimit } from '@voiceloom/text';
import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import {
  findMeasuredAudio,
  findTakes,
  getRunWithGraph,
  type LineTake,
  linkToAudio,
  listNodes,
  type MeasuredAudioRow,
  type RunWithDefinition,
  verdictView,
} from '../../runs/index.ts';
import { withoutProviderFacts } from '../guests/index.ts';
import { getItem } from '../items.ts';
import { getReview, type ReviewRef, selectReview } from '../select-review.ts';
import { commentView, type ItemRow, itemView } from '../view.ts';
import { findSpokenTakes, type SpokenTake } from './spoken.ts';

/** An item with all data that a person needs to judge it. */
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
      .select(['notes', 'direction', 'max_duration_ms', 'max_characters', 'characters_over'])
      .where('run_id', '=', run_id)
      .where('no', '=', line_no)
      .executeTakeFirstOrThrow(),
  ]);
  const spokenTakes = await findSpokenTakes(db, { ...ref, workspace_id }, [no]);
  const takes = await findLineTakes(db, { run, line_no }, spokenTakes);
  const audioIds: string[] = [];
  if (item.audio_id) audioIds.push(item.audio_id);
  for (const { audio_id, delivered_id } of takes) {
    audioIds.push(audio_id);
    if (delivered_id) audioIds.push(delivered_id);
  }
  const audios = await findMeasuredAudio(db, workspace_id, audioIds);
  const views = takes.map((take) => takeView(app, { item, take, audios }));
  const comments = (await listComments(db, ref, no)).map(commentView);
  const { characters_over: _, ...facts } = line;
  const detail = {
    ...itemView(item),
    ...facts,
    too_long_reason: overLimit({ ...line, duration_ms: item.duration_ms }),
    comments,
    takes: await Promise.all(views),
  };
  if (ref.caller.kind === 'guest') return withoutProviderFacts(detail);
  return detail;
}

/** A take with its run, and the audio that this run delivered for the line. */
interface ReviewedTake extends LineTake {
  run_id: string;
  run_number: number;
  delivered_id: string | null;
}

/** The takes of a line, and takes of earlier runs that the current run does not have, oldest run first. */
async function findLineTakes(
  db: Db,
  { run, line_no }: { run: RunWithDefinition; line_no: number },
  spokenTakes: readonly SpokenTake[],
): Promise<ReviewedTake[]> {
  const { workspace_id, workflow_id } = run;
  const spokenById = new Map(spokenTakes.map((take) => [take.audio_id, take]));
  const ownTakes = await findOwnTakes(db, run, line_no);
  const ownIds = new Set(ownTakes.map(({ audio_id }) => audio_id));
  const earlierLines = new Map<string, SpokenTake>();
  for (const take of spokenTakes) {
    const key = `${take.run_id} ${take.line_no}`;
    if (!ownIds.has(take.audio_id) && !earlierLines.has(key)) earlierLines.set(key, take);
  }
  const earlierTakes = await Promise.all(
    // Only a few runs: those of the newest that made a take of this line.
    [...earlierLines.values()].map(async ({ run_id, line_no: no }) => {
      const earlierRun = await getRunWithGraph(db, { workspace_id, workflow_id, run_id });
      const takes = await findOwnTakes(db, earlierRun, no);
      return takes.filter(({ audio_id }) => spokenById.has(audio_id) && !ownIds.has(audio_id));
    }),
  );
  const takesById = new Map([...earlierTakes.flat(), ...ownTakes].map((take) => [take.audio_id, take]));
  const thisRun = { run_id: run.id, run_number: run.run_number, delivered_id: null };
  return [...takesById.values()]
    .map((take) => {
      const { run_id, run_number, delivered_id } = spokenById.get(take.audio_id) ?? thisRun;
      return { ...take, run_id, run_number, delivered_id };
    })
    .sort((a, b) => a.run_number - b.run_number);
}

/** The takes of a line in one run. Lists a take only once, even if it was chosen again. */
async function findOwnTakes(db: Db, run: RunWithDefinition, line_no: number): Promise<LineTake[]> {
  const { workspace_id, id: run_id } = run;
  const nodes = listNodes(run.definition);
  const takesByLine = await findTakes(db, { workspace_id, run_id, nodes, line_numbers: [line_no] });
  const takes = takesByLine.get(line_no)?.takes ?? [];
  const takesById = new Map(takes.map((take) => [take.audio_id, take]));
  return [...takesById.values()];
}

/** A take as the API returns it, with a link to its audio. */
async function takeView(
  app: Pick<App, 'storage'>,
  source: { item: ItemRow; take: ReviewedTake; audios: ReadonlyMap<string, MeasuredAudioRow> },
): Promise<ReviewTake> {
  const { item, take, audios } = source;
  const { audio_id, run_id, run_number, credits, verdicts } = take;
  const audio = audios.get(audio_id);
  const is_delivered = item.take_id === audio_id;
  const delivered = audios.get((is_delivered ? item.audio_id : take.delivered_id) ?? '');
  // Prefers delivered audio, even of an earlier run: mastered and unmastered audio is hard to compare.
  const playedAudio = delivered?.take_id === audio_id ? delivered : audio;
  const { provider = null, model = null, strategy = null, voice_name = null } = audio ?? playedAudio ?? {};
  return {
    ...{ audio_id, run_id, run_number, is_delivered, provider, model, strategy, voice_name, credits },
    playback_url: playedAudio ? (await linkToAudio(app, playedAudio, item)).url : null,
    duration_ms: playedAudio?.duration_ms ?? null,
    peaks: playedAudio?.facts.peaks ?? [],
    words: playedAudio?.facts.words ?? [],
    word_times: playedAudio?.word_times ?? null,
    verdicts: verdicts.map(verdictView),
  };
}

/** The comments of an item. Deleted comments stay while they have replies. */
async function listComments(db: Db, ref: ReviewRef, no: number) {
  const rows = await selectReview(db, ref)
    .innerJoin('review_comment', 'review_comment.review_id', 'review.id')
    .selectAll('review_comment')
    .where('review_comment.no', '=', no)
    .orderBy('review_comment.created_at')
    .orderBy('review_comment.id')
    .execute();
  const idsWithReplies = new Set(rows.filter((row) => !row.is_deleted).map((row) => row.parent_id));
  return rows.filter((row) => !row.is_deleted || idsWithReplies.has(row.id));
}

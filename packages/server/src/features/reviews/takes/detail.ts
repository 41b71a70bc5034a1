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
  type MeasuredAudioRow,
  nodesOf,
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
  const takes = await findHeardTakes(
    db,
    { run, line_no },
    await findSpokenTakes(db, { ...ref, workspace_id }, [no]),
  );
  const ids = [
    item.audio_id ?? [],
    takes.flatMap(({ audio_id, delivered_id }) => [audio_id, delivered_id ?? []]),
  ];
  const stored = await findMeasuredAudio(db, workspace_id, ids.flat(2));
  const views = takes.map((take) => takeView(app, { item, take, stored }));
  const comments = (await listComments(db, ref, no)).map(commentView);
  const { characters_over: _, ...facts } = line;
  const detail = {
    ...itemView(item),
    ...facts,
    too_long_reason: overLimit({ ...line, duration_ms: item.duration_ms }),
    comments,
    takes: await Promise.all(views),
  };
  return ref.caller.kind === 'guest' ? withoutProviderFacts(detail) : detail;
}

type HeardTake = LineTake & Pick<SpokenTake, 'run_id' | 'run_number' | 'delivered_id'>;

/** The takes of a line, and takes of earlier runs that the current run does not have, oldest run first. */
async function findHeardTakes(
  db: Db,
  { run, line_no }: { run: RunWithDefinition; line_no: number },
  spoken: readonly SpokenTake[],
): Promise<HeardTake[]> {
  const bySpoken = new Map(spoken.map((take) => [take.audio_id, take]));
  const own = await findOwnTakes(db, run, line_no);
  const known = new Set(own.map(({ audio_id }) => audio_id));
  const others = Map.groupBy(
    spoken.filter(({ audio_id }) => !known.has(audio_id)),
    ({ run_id, line_no: no }) => `${run_id} ${no}`,
  );
  const { workspace_id, workflow_id } = run;
  const earlier = await Promise.all(
    // Only a few runs: those of the newest that made a take of this line.
    [...others.values()]
      .flatMap(([first]) => first ?? [])
      .map(async ({ run_id, line_no: no }) => {
        const takes = await findOwnTakes(
          db,
          await getRunWithGraph(db, { workspace_id, workflow_id, run_id }),
          no,
        );
        return takes.filter(({ audio_id }) => bySpoken.has(audio_id) && !known.has(audio_id));
      }),
  );
  const here = { run_id: run.id, run_number: run.run_number, delivered_id: null };
  return [...new Map([...earlier.flat(), ...own].map((take) => [take.audio_id, take])).values()]
    .map((take) => {
      const { run_id, run_number, delivered_id } = bySpoken.get(take.audio_id) ?? here;
      return { ...take, run_id, run_number, delivered_id };
    })
    .sort((one, other) => one.run_number - other.run_number);
}

/** Lists a take only once, even if it was chosen again. */
async function findOwnTakes(db: Db, run: RunWithDefinition, line_no: number): Promise<LineTake[]> {
  const { workspace_id, id: run_id } = run;
  const nodes = nodesOf(run.definition);
  const found = await findTakes(db, { workspace_id, run_id, nodes, line_numbers: [line_no] });
  return [...new Map(found.get(line_no)?.takes.map((take) => [take.audio_id, take])).values()];
}

interface TakeSource {
  item: ItemRow;
  take: HeardTake;
  stored: ReadonlyMap<string, MeasuredAudioRow>;
}

async function takeView(app: Pick<App, 'storage'>, { item, take, stored }: TakeSource): Promise<ReviewTake> {
  const { audio_id, run_id, run_number, credits, verdicts } = take;
  const made = stored.get(audio_id);
  const is_delivered = item.take_id === audio_id;
  const delivered = stored.get((is_delivered ? item.audio_id : take.delivered_id) ?? '');
  // Prefers delivered audio, even of an earlier run: mastered and unmastered audio is hard to compare.
  const played = delivered?.take_id === audio_id ? delivered : made;
  const { provider = null, model = null, strategy = null, voice_name = null } = made ?? played ?? {};
  return {
    ...{ audio_id, run_id, run_number, is_delivered, provider, model, strategy, voice_name, credits },
    playback_url: played ? (await linkToAudio(app, played, item)).url : null,
    duration_ms: played?.duration_ms ?? null,
    peaks: played?.facts.peaks ?? [],
    words: played?.facts.words ?? [],
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
  const answered = new Set(rows.flatMap((row) => (row.is_deleted ? [] : (row.parent_id ?? []))));
  return rows.filter((row) => !row.is_deleted || answered.has(row.id));
}

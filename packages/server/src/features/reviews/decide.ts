import type {
  ReviewDecision,
  ReviewDecisionEntry,
  ReviewDecisionInput,
  ReviewDecisions,
  ReviewDecisionsInput,
  ReviewItem,
} from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { ApiError, invalid } from '../../errors.ts';
import { assertMatch, isMatch } from '../../handler/entity-tag.ts';
import { addCallerActivity } from '../../ledger/activity.ts';
import { actorOf } from './actor.ts';
import { addReviewEvent } from './events.ts';
import { noteDecisions } from './notify.ts';
import { filteredItems, getItem, type ItemRow, lockReview, type ReviewRef, visibleItems } from './queries.ts';
import { itemView } from './view.ts';

/** Items of one event, of one statement, and of an answer. */
const BATCH = 500;
/** A decision holds the review while it writes. */
const MOST_MATCHING = 20_000;

/** Of an item, what a decision about it needs: a filter matches many. */
const NEEDED = [
  ...(['no', 'run_id', 'line_no', 'line_id', 'locale_code', 'take_id', 'version'] as const),
  ...(['changed_seq', 'decision', 'chosen_audio_id', 'reason', 'note'] as const),
] as const;
type KnownItem = Pick<ItemRow, (typeof NEEDED)[number]>;

type Decided = ReviewDecisionInput;
type Change = { item: KnownItem; decided: Decided };
type Write = { ref: ReviewRef; now: Date };

/** Of two who decide about one version at once, the second is refused, unless both decided the same. */
export async function decideItem(
  { db, queue }: Pick<App, 'db' | 'queue'>,
  { ref, no, body, ifMatch, now }: Write & { no: number; body: Decided; ifMatch: string | undefined },
): Promise<ItemRow> {
  return db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, ref);
    const item = await getItem(tx, ref, no);
    await rejectOtherTakes(tx, [{ item, decided: body, field: 'body.audio_id' }]);
    const decided = withTake(item, body);
    const isStale = !isMatch(ifMatch, String(item.version));
    if (isSame(item, decided) && (isStale || !hasNewWords(item, decided))) return item;
    assertMatch(ifMatch, String(item.version), 'line');
    if (lacksAudio(decided))
      throw new ApiError('CONFLICT', 'The line has no audio to approve. Waive it to deliver without it.');
    await saveDecisions(tx, { ref, now }, [{ item, decided }]);
    await noteDecisions({ queue }, tx, { ref, review, now });
    return getItem(tx, ref, no);
  });
}

/** Decisions about several items: those that another one changed in the meantime stay as they are. */
export async function decideMany(
  { db, queue }: Pick<App, 'db' | 'queue'>,
  { body, ...write }: Write & { body: ReviewDecisionsInput },
): Promise<ReviewDecisions> {
  if (body.entries && body.filter)
    throw invalid({ field: 'body', message: 'Needs either `entries` or `filter`, not both.' });
  return db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, write.ref);
    const { changes, unchanged, conflicts } = split(
      body.entries ? await findEntries(tx, write.ref, body.entries) : await findMatching(tx, write.ref, body),
    );
    let seq = (await saveDecisions(tx, write, changes)) ?? review.event_seq;
    if (changes.length > 0) {
      seq = (await noteDecisions({ queue }, tx, { ...write, review })) ?? seq;
      await noteBatch(tx, write, changes.length);
    }
    const saved = [...unchanged, ...changes.map(({ item }) => item)];
    return {
      seq,
      saved_count: saved.length,
      saved: await firstViews(tx, write.ref, saved),
      conflicts_count: conflicts.length,
      conflicts: await firstViews(tx, write.ref, conflicts),
    };
  });
}

/** The first of these items, as they are now. */
async function firstViews(tx: Db, ref: ReviewRef, items: readonly KnownItem[]): Promise<ReviewItem[]> {
  const nos = items.map(({ no }) => no).sort((one, other) => one - other);
  const rows = await visibleItems(tx, ref)
    .selectAll('review_item')
    .where(sql<boolean>`review_item.no = any(${nos.slice(0, BATCH)}::int[])`)
    .orderBy('review_item.no')
    .execute();
  return rows.map(itemView);
}

async function noteBatch(tx: Db, { ref, now }: Write, lines: number): Promise<void> {
  const entry = {
    kind: 'review_lines_decided',
    resource: { type: 'review', id: ref.review_id },
    metadata: { lines },
  };
  await addCallerActivity(tx, ref.caller, { action: 'reviewed', ...entry }, now);
}

type Wanted = Change & { isStale: boolean };

function split(wanted: readonly Wanted[]) {
  const unchanged: KnownItem[] = [];
  const conflicts: KnownItem[] = [];
  const changes = wanted.filter(({ item, decided, isStale }) => {
    if (isSame(item, decided) && (isStale || !hasNewWords(item, decided))) unchanged.push(item);
    else if (isStale || lacksAudio(decided)) conflicts.push(item);
    else return true;
    return false;
  });
  return { changes, unchanged, conflicts };
}

/** The items of a filter, with one decision for all. */
async function findMatching(tx: Db, ref: ReviewRef, body: ReviewDecisionsInput): Promise<Wanted[]> {
  const { filter, decision, reason, note, seq } = body;
  if (!filter || decision === undefined)
    throw invalid({ field: 'body', message: 'Needs `entries`, or `filter` with `decision`.' });
  const items = await filteredItems(tx, ref, filter)
    .select(NEEDED.map((name) => `review_item.${name}` as const))
    .orderBy('review_item.no')
    .limit(MOST_MATCHING + 1)
    .execute();
  if (items.length > MOST_MATCHING) {
    const most = MOST_MATCHING.toLocaleString('en');
    throw new ApiError(
      'CONFLICT',
      `The filter matches more than ${most} lines. Narrow it, by locale for example.`,
    );
  }
  return items.map((item) => ({
    item,
    decided: withTake(item, { decision, reason, note, audio_id: null }),
    isStale: seq !== undefined && item.changed_seq > seq,
  }));
}

async function findEntries(
  tx: Db,
  ref: ReviewRef,
  entries: readonly ReviewDecisionEntry[],
): Promise<Wanted[]> {
  const nos = entries.flatMap(({ no }) => no ?? []);
  const named = entries.filter(({ no }) => no === undefined);
  const items = await visibleItems(tx, ref)
    .select(NEEDED.map((name) => `review_item.${name}` as const))
    .where(
      sql<boolean>`(review_item.no = any(${nos}::int[]) or (review_item.line_id, review_item.locale_code) in (
        select * from unnest(
          ${named.map(({ line_id = '' }) => line_id)}::text[], ${named.map(({ locale_code = '' }) => locale_code)}::text[]
        )))`,
    )
    .orderBy('review_item.no')
    .execute();
  const byNo = new Map(items.map((item) => [item.no, item]));
  const nameOf = (line_id = '', locale_code = '') => JSON.stringify([line_id, locale_code]);
  const byName = Map.groupBy(items, (item) => nameOf(item.line_id, item.locale_code));
  const wanted = entries.map(({ no, line_id, locale_code, expected_version, ...decided }, index) => {
    const field = `body.entries.${index}`;
    const [item, other] =
      no === undefined ? (byName.get(nameOf(line_id, locale_code)) ?? []) : [byNo.get(no)];
    if (!item) throw invalid({ field, message: 'The review has no such line.' });
    if (other)
      throw invalid({ field, message: 'Several lines have this ID and locale. Name the line by `no`.' });
    const isStale = expected_version !== null && expected_version !== item.version;
    return { item, decided, isStale, field: `${field}.audio_id` };
  });
  const twice = wanted.findIndex(({ item }, at) => wanted.findIndex((one) => one.item === item) !== at);
  if (twice >= 0) throw invalid({ field: `body.entries.${twice}`, message: 'Names a line a second time.' });
  await rejectOtherTakes(tx, wanted);
  return wanted.map(({ item, decided, isStale }) => ({ item, isStale, decided: withTake(item, decided) }));
}

/** Approval means a take: by default, that of the delivered audio. */
function withTake(item: KnownItem, { decision, audio_id, reason, note }: Decided): Decided {
  const take = audio_id ?? (decision === 'approved' ? item.take_id : null);
  return decision === null
    ? { decision, audio_id: null, reason: null, note: null }
    : { decision, audio_id: take, reason, note };
}

const isSame = (item: KnownItem, { decision, audio_id }: Decided): boolean =>
  item.decision === decision && item.chosen_audio_id === audio_id;
const hasNewWords = (item: KnownItem, { reason, note }: Decided): boolean =>
  item.reason !== reason || item.note !== note;
const lacksAudio = ({ decision, audio_id }: Decided): boolean => decision === 'approved' && audio_id === null;

/** Rejects audio that is no take of its line. */
async function rejectOtherTakes(tx: Db, wanted: readonly (Change & { field: string })[]): Promise<void> {
  const named = wanted.filter(({ decided }) => decided.audio_id !== null);
  if (named.length === 0) return;
  const { rows } = await sql<{ at: number }>`
    select named.at::int - 1 as at
    from unnest(
      ${named.map(({ item }) => item.run_id)}::uuid[], ${named.map(({ item }) => item.line_no)}::int[],
      ${named.map(({ decided }) => decided.audio_id)}::text[]
    ) with ordinality as named (run_id, line_no, audio_id, at)
    where exists (
      select from attempt
      join run on run.id = attempt.run_id
      join audio on audio.workspace_id = run.workspace_id and audio.id = attempt.output_id and audio.kind = 'take'
      where attempt.run_id = named.run_id and attempt.line_no = named.line_no and attempt.output_id = named.audio_id
    )`.execute(tx);
  const known = new Set(rows.map(({ at }) => at));
  const faults = named.filter((_, at) => !known.has(at)).slice(0, 100);
  if (faults.length === 0) return;
  throw invalid(...faults.map(({ field }) => ({ field, message: 'The line has no such take.' })));
}

/** Writes decisions and their events, and returns the number of the last. The caller holds the review. */
async function saveDecisions(
  tx: Db,
  { ref, now }: Write,
  changes: readonly Change[],
): Promise<number | undefined> {
  if (changes.length === 0) return undefined;
  const actor = await actorOf(tx, ref.caller);
  let seq: number | undefined;
  for (let from = 0; from < changes.length; from += BATCH) {
    const batch = changes.slice(from, from + BATCH);
    const nos = batch.map(({ item }) => item.no);
    const items = batch.map(({ item, decided }) => ({
      no: item.no,
      version: item.version + 1,
      before: stateOf(item),
      after: stateOf({ ...decided, chosen_audio_id: decided.audio_id }),
    }));
    const place = { review_id: ref.review_id, actor, now };
    seq = await addReviewEvent(tx, place, { type: 'review.decided', data: { items, refetch: false }, nos });
    const of = <Name extends keyof Decided>(name: Name) => batch.map(({ decided }) => decided[name]);
    await sql`
      update review_item as item
      set decision = change.decision, chosen_audio_id = change.audio_id, reason = change.reason, note = change.note,
        decided_by = case when change.decision is not null then ${JSON.stringify(actor)}::jsonb end,
        decided_at = case when change.decision is not null then ${now}::timestamptz end,
        version = item.version + 1, changed_seq = ${seq}
      from unnest(
        ${nos}::int[], ${of('decision')}::text[], ${of('audio_id')}::text[], ${of('reason')}::text[], ${of('note')}::text[]
      ) as change (no, decision, audio_id, reason, note)
      where item.review_id = ${ref.review_id} and item.no = change.no`.execute(tx);
  }
  return seq;
}

interface State {
  decision: ReviewDecision | string | null;
  chosen_audio_id: string | null;
  reason: string | null;
  note: string | null;
}

const stateOf = ({ decision, chosen_audio_id, reason, note }: State): State => ({
  decision,
  chosen_audio_id,
  reason,
  note,
});

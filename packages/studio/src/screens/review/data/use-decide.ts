import type { ReviewDecision, ReviewDecisionEntry, ReviewDecisionInput, ReviewItem } from '@voiceloom/sdk';
import { useRef } from 'react';
import type { Outbox } from '../../../api/outbox/outbox.ts';
import { type Action, getLines } from '../../../api/outbox/writes.ts';
import { count } from '../../../format/format.ts';
import { text } from '../../../text/en.ts';
import { isProtected, limitedRightsText, protectionText, type Rights } from '../rights.ts';
import { findItem } from './cache.ts';
import { getDecision, getPendingDecisions } from './line-decision.ts';

const MAX_UNDONE = 50;
/** The maximum number of decisions in one request. */
const MAX_BATCH = 500;

const words = text.review;

/** What was decided about a line before. */
interface EarlierDecision {
  no: number;
  decision: ReviewDecision | null;
  audio_id: string | null;
  reason: string | null;
  note: string | null;
}

interface ItemDecision {
  item: ReviewItem;
  body: ReviewDecisionInput;
}

/** Decisions of this person that can be undone, the latest first. */
export function useDecide(
  reviewId: string,
  deps: { outbox: Outbox; announce: (message: string) => void; rights: Rights },
) {
  const { outbox, announce, rights } = deps;
  const undoSteps = useRef<EarlierDecision[][]>([]);

  function decide(items: readonly ReviewItem[], body: ReviewDecisionInput): boolean {
    const denial = findDenial(rights, body);
    if (denial !== undefined) {
      announce(denial);
      return false;
    }
    // The cache may be newer than the rendered row.
    const latestItems = items.map((item) => findItem(reviewId, item.no) ?? item);
    const openItems = latestItems.filter((item) => !isProtected(rights, item));
    const targets = openItems.filter((item) => hasTake(item, body));
    const [firstTarget, ...otherTargets] = targets;
    if (!firstTarget) {
      if (openItems.length > 0) announce(words.noAudio);
      else announce(protectionText(items[0]));
      return false;
    }
    const earlierDecisions = getCurrentDecisions(outbox, targets);
    undoSteps.current = [...undoSteps.current, earlierDecisions].slice(-MAX_UNDONE);
    writeDecisions(
      outbox,
      targets.map((item) => ({ item, body })),
    );
    const result = words.decided[body.decision ?? 'open'];
    if (otherTargets.length > 0) announce(words.linesDecided(count(targets.length), result));
    else
      announce(
        words.lineDecided(
          firstTarget.line_id,
          changesNote(earlierDecisions[0], body) ? words.noteDecided : result,
        ),
      );
    return true;
  }

  /** Undoes the last decision, except for lines that others approved meanwhile. Returns the changed lines. */
  function undo(): ReviewItem[] {
    const lastStep = undoSteps.current.pop();
    if (!lastStep) {
      announce(words.nothingToUndo);
      return [];
    }
    const decisions: ItemDecision[] = [];
    for (const { no, ...body } of lastStep) {
      const item = findItem(reviewId, no);
      if (item && !isProtected(rights, item)) decisions.push({ item, body });
    }
    const [firstDecision, ...otherDecisions] = decisions;
    if (!firstDecision) {
      announce(words.undoHeld);
      return [];
    }
    const isNote = changesNote(getCurrentDecisions(outbox, [firstDecision.item])[0], firstDecision.body);
    writeDecisions(outbox, decisions);
    if (otherDecisions.length > 0) announce(words.undoneMany(count(decisions.length)));
    else announce((isNote ? words.noteUndone : words.undone)(firstDecision.item.line_id));
    return decisions.map(({ item }) => item);
  }

  return { decide, undo };
}

/** The decisions about lines as this person sees them now, to restore them later. */
function getCurrentDecisions(outbox: Outbox, items: readonly ReviewItem[]): EarlierDecision[] {
  const pendingDecisions = getPendingDecisions(outbox.writes.get());
  return items.map((item) => {
    const { decision, audio_id, reason, note } = getDecision(item, pendingDecisions.get(item.no));
    return { no: item.no, decision, audio_id, reason, note };
  });
}

/** Why this person cannot make a decision. */
function findDenial(rights: Rights, { decision }: ReviewDecisionInput): string | undefined {
  if (!rights.mayDecide) return limitedRightsText(rights);
  if (rights.isGuest && decision === 'waived') return words.membersWaive;
  return undefined;
}

/** A line without audio cannot be approved. */
const hasTake = (item: ReviewItem, { decision, audio_id }: ReviewDecisionInput): boolean =>
  decision !== 'approved' || (audio_id ?? item.audio_id) !== null;

/** Whether a decision changes only the note of a line. */
const changesNote = (
  earlierDecision: EarlierDecision | undefined,
  { decision, note }: ReviewDecisionInput,
): boolean => note !== undefined && note !== earlierDecision?.note && decision === earlierDecision?.decision;

/** Stores a decision about one line as one write, and decisions about several lines as batches. */
function writeDecisions(outbox: Outbox, decisions: readonly ItemDecision[]): void {
  const [firstDecision] = decisions;
  if (firstDecision && decisions.length === 1) {
    const { no, version } = firstDecision.item;
    void outbox.add({ kind: 'decide', no, version, body: firstDecision.body });
    return;
  }
  const entries = decisions.map(({ item, body }): ReviewDecisionEntry => {
    // A waiting write will change the version first. The batch is sent after it, so the version is not checked.
    const isWaiting = outbox.writes.get().some((write) => getLines(write).includes(item.no));
    return { no: item.no, expected_version: isWaiting ? null : item.version, ...body };
  });
  const batches: Action[] = [];
  for (let start = 0; start < entries.length; start += MAX_BATCH)
    batches.push({ kind: 'decide_many', entries: entries.slice(start, start + MAX_BATCH) });
  void outbox.add(...batches);
}

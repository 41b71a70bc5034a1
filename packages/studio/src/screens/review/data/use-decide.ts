import type { ReviewDecision, ReviewDecisionEntry, ReviewItem } from '@voiceloom/sdk';
import { useRef } from 'react';
import type { Outbox } from '../../../api/outbox/outbox.ts';
import { type Action, linesOf } from '../../../api/outbox/writes.ts';
import { count } from '../../../format/format.ts';
import { text } from '../../../text/en.ts';
import { isHeld, limitedRightsText, type Rights } from '../rights.ts';
import { findItem } from './cache.ts';
import { pendingOf, shownOf } from './shown.ts';

const MOST_UNDONE = 50;
/** The maximum number of decisions in one request. */
const BATCH = 500;

const words = text.review;

interface Before {
  no: number;
  decision: ReviewDecision | null;
  audio_id: string | null;
  reason: string | null;
  note: string | null;
}

export interface Decided {
  decision: ReviewDecision | null;
  audio_id?: string | null;
  reason?: string | null;
  note?: string | null;
}

interface Means {
  outbox: Outbox;
  announce: (what: string) => void;
  rights: Rights;
}

/** Decisions of this person that can be undone, the latest first. */
export function useDecide(reviewId: string, { outbox, announce, rights }: Means) {
  const { mayDecide, isGuest } = rights;
  const done = useRef<Before[][]>([]);

  const beforeOf = (item: ReviewItem): Before => {
    const { decision, audio_id, reason, note } = shownOf(item, pendingOf(outbox.writes.get()).get(item.no));
    return { no: item.no, decision, audio_id, reason, note };
  };

  // The cache may be newer than the rendered row.
  const newest = (item: ReviewItem) => findItem(reviewId, item.no) ?? item;

  function decide(items: readonly ReviewItem[], body: Decided): boolean {
    if (!mayDecide || (isGuest && body.decision === 'waived')) {
      announce(mayDecide ? words.membersWaive : limitedRightsText(rights));
      return false;
    }
    const free = items.map(newest).filter((item) => !isHeld(rights, item));
    const able = free.filter(
      (item) => body.decision !== 'approved' || (body.audio_id ?? item.audio_id) !== null,
    );
    const [first] = able;
    if (!first) {
      const [held] = items;
      announce(free.length > 0 ? words.noAudio : words.held(held?.decided_by?.name ?? words.somebody));
      return false;
    }
    const isNote = able.length === 1 && changesNote(beforeOf(first), body);
    done.current = [...done.current, able.map(beforeOf)].slice(-MOST_UNDONE);
    writeDecisions(outbox, able, () => body);
    const what = isNote ? words.noteDecided : words.decided[body.decision ?? 'open'];
    announce(
      able.length === 1
        ? words.lineDecided(first.line_id, what)
        : words.linesDecided(count(able.length), what),
    );
    return true;
  }

  /** Undoes the last decision, except for lines that others approved meanwhile. Returns the changed lines. */
  function undo(): ReviewItem[] {
    const last = done.current.pop();
    if (!last) {
      announce(words.nothingToUndo);
      return [];
    }
    const byNo = new Map(last.map((before) => [before.no, before]));
    const items = last
      .flatMap(({ no }) => findItem(reviewId, no) ?? [])
      .filter((item) => !isHeld(rights, item));
    const [first] = items;
    if (!first) {
      announce(words.undoHeld);
      return [];
    }
    const bodyOf = ({ no }: ReviewItem): Decided => {
      const { no: _, ...body } = byNo.get(no) ?? { no, decision: null };
      return body;
    };
    const undone = changesNote(beforeOf(first), bodyOf(first)) ? words.noteUndone : words.undone;
    writeDecisions(outbox, items, bodyOf);
    announce(items.length === 1 ? undone(first.line_id) : words.undoneMany(count(items.length)));
    return items;
  }

  return { decide, undo };
}

/** Whether a decision changes only the note of a line. */
const changesNote = (before: Before, { decision, note }: Decided): boolean =>
  note !== undefined && note !== before.note && decision === before.decision;

/** Stores a decision about one line as one write, and decisions about several lines as batches. */
function writeDecisions(
  outbox: Outbox,
  items: readonly ReviewItem[],
  bodyOf: (item: ReviewItem) => Decided,
): void {
  const [first] = items;
  if (first && items.length === 1) {
    const { no, version } = first;
    void outbox.add({ kind: 'decide', no, version, body: bodyOf(first) });
    return;
  }
  const entries = items.map((item): ReviewDecisionEntry => {
    // A waiting write will change the version first. The batch is sent after it, so the version is not checked.
    const waits = outbox.writes.get().some((other) => linesOf(other).includes(item.no));
    return { no: item.no, expected_version: waits ? null : item.version, ...bodyOf(item) };
  });
  const batches: Action[] = [];
  for (let from = 0; from < entries.length; from += BATCH)
    batches.push({ kind: 'decide_many', entries: entries.slice(from, from + BATCH) });
  void outbox.add(...batches);
}

import type { ReviewDecision, ReviewEvent } from '@voiceloom/sdk';
import { expect, test } from 'vitest';
import { findSentBack } from '../src/screens/review/detail/sent-back.ts';

const decided = (decision: ReviewDecision | null, note: string | null = null): ReviewEvent =>
  ({
    type: 'review.decided',
    data: { items: [{ no: 1, after: { decision, reason: null, note } }], refetch: false },
  }) as unknown as ReviewEvent;

const spokenAgain = { type: 'review.run_changed', data: { nos: [1] } } as unknown as ReviewEvent;

/** The note of the decision. The events are the oldest first. */
const noteOf = (...events: ReviewEvent[]) => findSentBack(events.toReversed())?.note;

test('the reason is that of the last decision that sent the previous take back', () => {
  const before = [decided('rejected', 'Too fast'), decided('needs_work', 'Slower')];
  expect(noteOf(...before, spokenAgain)).toBe('Slower');
  expect(noteOf(decided('rejected', 'Older'), spokenAgain, ...before, spokenAgain)).toBe('Slower');
  expect(noteOf(...before)).toBe('Slower');
  expect(noteOf(decided('approved'), spokenAgain)).toBeUndefined();
});

test('an undone rejection of the new take leaves the earlier reason', () => {
  const events = [
    decided('rejected', 'Too fast'),
    spokenAgain,
    decided('rejected', 'Too slow'),
    decided(null),
  ];
  expect(noteOf(...events)).toBe('Too fast');
});

import { expect, test } from 'vitest';
import { writePickupsCsv } from '../../src/export/pickups.ts';
// @ts-expect-error: the page's own script is plain JavaScript
import { decisionsFile, readDecisionsFile } from '../../src/export/report/page/decisions-file.js';
// @ts-expect-error: the page's own script is plain JavaScript
import { filterLines, sortByGroup } from '../../src/export/report/page/lines.js';
// @ts-expect-error: the page's own script is plain JavaScript
import { pickupCsv, pickupReasons, pickupText } from '../../src/export/report/page/pickup-csv.js';
// @ts-expect-error: the page's own script is plain JavaScript
import { addressOf } from '../../src/export/report/page/player.js';
// @ts-expect-error: the page's own script is plain JavaScript
import { keyOfLine, openReview } from '../../src/export/report/page/review.js';

const lines = [
  {
    id: 'a',
    index: 1,
    locale: 'en-us',
    script: 'Hold the line',
    status: 'delivered',
    checks: [['Noise', 'pass']],
  },
  {
    id: 'a',
    index: 1,
    locale: 'de-de',
    character: 'Ada',
    script: 'Bitte warten',
    status: 'dropped',
    checks: [],
  },
  {
    id: 'b',
    index: 0,
    locale: 'en-us',
    script: 'Line two',
    status: 'delivered',
    retries: 2,
    checks: [['Noise', 'exhausted']],
  },
];
const all = { search: '', locale: '', character: '', status: '' };
const ids = (found: { id: string; locale: string }[]) => found.map(({ id, locale }) => `${id} ${locale}`);

test('lines are found by every word, locale, character and status', () => {
  expect(ids(filterLines(lines, all))).toHaveLength(3);
  expect(ids(filterLines(lines, { ...all, search: 'LINE hold' }))).toEqual(['a en-us']);
  expect(ids(filterLines(lines, { ...all, character: 'Ada' }))).toEqual(['a de-de']);
  expect(ids(filterLines(lines, { ...all, status: 'attention' }))).toEqual(['a de-de', 'b en-us']);
  expect(ids(filterLines(lines, { ...all, status: 'retried', locale: 'en-us' }))).toEqual(['b en-us']);
});

test('a filter finds lines delivered over their limit, which need attention', () => {
  const long = { ...lines[0], id: 'long', over: 'The file lasts 2 ms.', picks: ['too_long'] };
  expect(ids(filterLines([...lines, long], { ...all, status: 'too_long' }))).toEqual(['long en-us']);
  expect(ids(filterLines([long], { ...all, status: 'attention' }))).toEqual(['long en-us']);
});

test('a filter finds the lines of the pick-up list, and each says why it is on the list', () => {
  const why = ['noise: tail_level -12 dB (at most -30)'];
  const suspect = { ...lines[0], id: 'suspect', picks: ['suspect'], why };
  const decisions = new Map([
    ['a', { decision: 'rejected', note: 'Too fast.' }],
    ['suspect', undefined],
  ]);
  const decisionOf = ({ id }: { id: string }) => decisions.get(id);
  const found = filterLines([...lines, suspect], { ...all, status: 'pickup' }, decisionOf);
  expect(ids(found)).toEqual(['a en-us', 'a de-de', 'suspect en-us']);
  expect(pickupText(suspect, undefined)).toBe(
    'On the pick-up list: listen to it (noise: tail_level -12 dB (at most -30))',
  );
  expect(pickupText(suspect, { decision: 'approved' })).toBe('');
  expect(pickupText(lines[0], decisionOf({ id: 'a' }))).toBe('On the pick-up list: rejected (Too fast.)');
  const settled = ({ id }: { id: string }) => (id === 'suspect' ? { decision: 'waived' } : undefined);
  expect(filterLines([suspect], { ...all, status: 'pickup' }, settled)).toEqual([]);
});

test('groups stay together, with their lines in the order of the script', () => {
  const names = { 'en-us': 'American English' };
  const sorted = sortByGroup(lines, 'locale', names) as {
    line: { id: string };
    name: string;
    size: number;
  }[];
  expect(sorted.map(({ line, name, size }) => `${name} ${size} ${line.id}`)).toEqual([
    'American English 2 b',
    'American English 2 a',
    'de-de 1 a',
  ]);
});

test('a file name with characters that are special in URLs is still a file', () => {
  expect(addressOf('en/a b#1?%.wav')).toBe('en/a%20b%231%3F%25.wav');
});

test('the list from the page has the same columns as that from the service', async () => {
  const { value } = await writePickupsCsv(async function* () {}).next();
  expect(pickupCsv([], () => undefined)).toBe(value);
});

test('a line with findings is a pick-up unless it is settled, and a rejected line or one that needs work always is', () => {
  const found = { ...lines[2], picks: ['exhausted'], why: ['Noise: exhausted'], outlier: ['pitch 200'] };
  const details = ['Noise: exhausted', 'pitch 200'];
  expect(pickupReasons(found, undefined)).toEqual({ reasons: ['exhausted', 'outlier'], details });
  expect(pickupReasons(found, { decision: 'approved', note: 'fine' })).toBeNull();
  expect(pickupReasons(found, { decision: 'waived' })).toBeNull();
  expect(pickupReasons(lines[0], undefined)).toBeNull();
  for (const decision of ['rejected', 'needs_work'])
    expect(pickupReasons(lines[0], { decision, note: 'too fast' })).toEqual({
      reasons: [decision],
      details: ['too fast'],
    });
});

/** Storage that all windows of a page share. */
function keeping(kept = new Map<string, string>()) {
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

test('two windows with the same report keep the decisions of both', () => {
  const storage = keeping();
  const [one, other] = [openReview(storage, 'run'), openReview(storage, 'run')];
  one.decide(lines[0], 'approved');
  other.decide(lines[1], 'rejected');
  one.note(lines[2], 'Again, slower.');
  const later = openReview(storage, 'run');
  expect(lines.map((line) => later.own(line))).toEqual([
    { decision: 'approved', version: 0 },
    { decision: 'rejected', version: 0 },
    { decision: 'needs_work', note: 'Again, slower.', version: 0, isImplied: true },
  ]);
  expect(one.counts(lines)).toMatchObject({ approved: 1, rejected: 1, needs_work: 1, open: 0 });
  other.clear();
  one.decide(lines[2], 'approved');
  expect(openReview(storage, 'run').counts(lines)).toMatchObject({ approved: 1, rejected: 0 });
});

const TAKE = '1b7e0c4d5a2f9368';
const STATES = ['approved', 'rejected', 'needs_work', 'waived', 'other_take', null];
/** One line per state in the review. */
const reviewed = STATES.map((decision, index) => ({
  ...lines[0],
  id: `l${index}`,
  decided: { decision, version: index + 1, audio_id: TAKE },
}));
const [approved, rejected, , waived, other, open] = reviewed;
const byKey = new Map(reviewed.map((line) => [keyOfLine(line), line]));
const saved = (review: unknown) => JSON.parse(decisionsFile(reviewed, review)).entries;
const place = { locale_code: 'en-us' };

test('a page shows the decisions of the service, and a saved file contains only those of the page', () => {
  const review = openReview(keeping(), 'run');
  expect(review.counts(reviewed)).toEqual({
    ...{ approved: 1, rejected: 1, needs_work: 1, waived: 1, open: 2, outdated: 0 },
  });
  expect(saved(review)).toEqual([]);
  // The same decision as that of the service is not a decision of the page.
  review.decide(approved, 'approved');
  expect(saved(review)).toEqual([]);
  review.decide(rejected, 'approved');
  review.decide(waived, 'rejected');
  review.note(waived, ` ${'x'.repeat(4_000)} `);
  review.decide(other, 'approved');
  review.note(open, 'Softer.');
  expect(saved(review)).toEqual([
    { line_id: 'l1', ...place, decision: 'approved', expected_version: 2, audio_id: TAKE },
    { line_id: 'l3', ...place, decision: 'rejected', note: 'x'.repeat(4_000), expected_version: 4 },
    { line_id: 'l4', ...place, decision: 'approved', expected_version: 5, audio_id: TAKE },
    { line_id: 'l5', ...place, decision: 'needs_work', note: 'Softer.', expected_version: 6 },
  ]);
  expect(review.counts(reviewed)).toMatchObject({ approved: 3, rejected: 1, needs_work: 2, waived: 0 });
});

test('a decision that only a note made ends with the note, and a waived line takes no note', () => {
  const review = openReview(keeping(), 'run');
  review.note(open, 'S');
  review.note(open, '');
  review.note(waived, 'Why?');
  expect(saved(review)).toEqual([]);
  review.decide(open, 'needs_work');
  review.note(open, 'Softer.');
  review.note(open, '');
  expect(saved(review)).toMatchObject([{ line_id: 'l5', decision: 'needs_work' }]);
});

test('undoing a decision returns to that of the service, with no note left', () => {
  const review = openReview(keeping(), 'run');
  review.decide(waived, 'approved');
  review.note(waived, 'fine');
  review.decide(waived, 'approved');
  expect(review.of(waived)).toMatchObject({ decision: 'waived', note: undefined });
  expect(review.own(waived)).toBeUndefined();
  review.decide(approved, 'rejected');
  review.clear();
  expect(review.of(approved)).toMatchObject({ decision: 'approved' });
  expect(saved(review)).toEqual([]);
});

test('a later report shows newer decisions beside those of the page, which keep the version they are based on', () => {
  const storage = keeping();
  openReview(storage, 'run').decide(rejected, 'approved');
  const newer = { ...rejected, decided: { decision: 'waived', version: 7, audio_id: TAKE } };
  const later = openReview(storage, 'run');
  expect(later.of(newer)).toMatchObject({ decision: 'approved', service: 'waived', isOutdated: true });
  expect(later.counts([newer])).toMatchObject({ approved: 1, outdated: 1 });
  expect(ids(filterLines([newer, open], { ...all, decision: 'outdated' }, later.of))).toEqual(['l1 en-us']);
  later.note(newer, 'still fine');
  expect(saved(later)).toMatchObject([{ decision: 'approved', expected_version: 2 }]);
  // A decision on the newer report is based on what it shows.
  later.decide(newer, 'rejected');
  expect(saved(later)).toMatchObject([{ decision: 'rejected', expected_version: 7 }]);
});

test('a loaded decision keeps its version, and one without a version replaces no decision of the service', () => {
  const first = openReview(keeping(), 'run');
  first.decide(rejected, 'approved');
  const second = openReview(keeping(), 'run');
  second.take(readDecisionsFile(decisionsFile(reviewed, first), byKey).known);
  expect(saved(second)).toEqual(saved(first));
  const entries = [
    { line_id: 'l0', ...place, decision: 'rejected', note: 'noisy' },
    { line_id: 'l1', ...place, decision: 'needs_work', reason: 'pacing', note: null },
    { line_id: 'l2', ...place, decision: 'waived' },
    { line_id: 'gone', ...place, decision: 'approved' },
  ];
  const read = readDecisionsFile(JSON.stringify({ entries }), byKey);
  expect(read.unknown).toBe(1);
  const third = openReview(keeping(), 'run');
  third.take(read.known);
  expect(saved(third)).toEqual([
    { line_id: 'l0', ...place, decision: 'rejected', note: 'noisy', expected_version: 0 },
    { line_id: 'l1', ...place, decision: 'needs_work', note: 'pacing', expected_version: 0 },
  ]);
});

test('lines of the review in a file are shown, but not as decisions of the page', () => {
  const item = {
    line_id: 'l1',
    ...place,
    decision: 'approved',
    chosen_audio_id: TAKE,
    version: 9,
    note: 'x',
  };
  const items = [
    { ...item, has_new_take: false },
    { ...item, line_id: 'l0', chosen_audio_id: 'another', has_new_take: false },
    // A take that is not in this report, and a list that is older than it.
    { ...item, line_id: 'l2', has_new_take: true },
    { ...item, line_id: 'l3', version: 1, has_new_take: false },
  ];
  const read = readDecisionsFile(JSON.stringify({ data: { items } }), byKey);
  expect(read).toMatchObject({ known: [], unknown: 2 });
  expect(read.served.map(({ decided }: { decided: object }) => decided)).toEqual([
    { decision: 'approved', version: 9, audio_id: TAKE },
    { decision: 'other_take', version: 9, audio_id: TAKE },
  ]);
});

test('if the browser stores nothing, decisions last as long as the page, which reports this', () => {
  const refuse = () => {
    throw new Error('Access is denied.');
  };
  const review = openReview({ getItem: refuse, setItem: refuse, removeItem: refuse }, 'run');
  review.decide(lines[0], 'approved');
  review.decide(lines[1], 'rejected');
  expect(review.counts(lines)).toMatchObject({ approved: 1, rejected: 1 });
  expect(review.isKept).toBe(false);
});

test('stored data that is not a review is ignored', () => {
  const entries = [
    [keyOfLine(lines[0]), null],
    ['x', 'approved'],
    [keyOfLine(lines[1]), { decision: 'approved', version: -1, audio_id: 7 }],
    [keyOfLine(lines[2]), { decision: 'waived' }],
    7,
  ];
  const storage = keeping(new Map([['voiceloom-review:run', JSON.stringify(entries)]]));
  expect(openReview(storage, 'run').counts(lines)).toMatchObject({ approved: 1, rejected: 0, open: 2 });
  expect(openReview(storage, 'run').own(lines[1])).toEqual({ decision: 'approved', version: 0 });
});

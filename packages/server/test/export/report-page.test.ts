import { expect, test } from 'vitest';
import { writePickupsCsv } from '../../src/export/pickups.ts';
// @ts-expect-error: the page's own script is plain JavaScript
import { decisionsFile, readDecisionsFile } from '../../src/export/report/page/decisions-file.js';
// @ts-expect-error: the page's own script is plain JavaScript
import { filterLines, sortByGroup } from '../../src/export/report/page/lines.js';
// @ts-expect-error: the page's own script is plain JavaScript
import { pickupCsv, pickupReasons } from '../../src/export/report/page/pickup-csv.js';
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

test('a line with findings is a pick-up unless it is approved, and a rejected line always is', () => {
  const found = { ...lines[2], picks: ['exhausted'], why: ['Noise: exhausted'], outlier: ['pitch 200'] };
  const details = ['Noise: exhausted', 'pitch 200'];
  expect(pickupReasons(found, undefined)).toEqual({ reasons: ['exhausted', 'outlier'], details });
  expect(pickupReasons(found, { verdict: 'approved', note: 'fine' })).toBeNull();
  expect(pickupReasons(lines[0], undefined)).toBeNull();
  expect(pickupReasons(lines[0], { note: 'only a note' })).toBeNull();
  expect(pickupReasons(lines[0], { verdict: 'rejected', note: 'too fast' })).toEqual({
    reasons: ['rejected'],
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
  expect(lines.map((line) => later.of(line))).toEqual([
    { verdict: 'approved' },
    { verdict: 'rejected' },
    { note: 'Again, slower.' },
  ]);
  expect(one.counts(lines)).toMatchObject({ approved: 1, rejected: 1, needs_work: 1, open: 0 });
  other.clear();
  one.decide(lines[2], 'approved');
  expect(openReview(storage, 'run').counts(lines)).toMatchObject({ approved: 1, rejected: 0 });
});

test('a review starts from the decisions of the service, and those of the page come on top', () => {
  const decided = [
    { decision: 'approved', reason: null, note: null },
    { decision: 'rejected', reason: 'noise', note: 'Again, slower.' },
    { decision: 'needs_work', reason: null, note: null },
    { decision: 'waived', reason: null, note: null },
  ];
  const given = decided.map((decision, index) => ({ ...lines[0], id: `l${index}`, decided: decision }));
  const all = [...given, lines[2]];
  const storage = keeping();
  const review = openReview(storage, 'run');
  expect(review.counts(all)).toEqual({ approved: 1, rejected: 1, needs_work: 1, waived: 1, open: 1 });
  const entriesOf = (text: string) => JSON.parse(text).entries;
  const place = { locale_code: 'en-us' };
  // Waived lines stay as they are.
  expect(entriesOf(decisionsFile(all, review))).toEqual(
    [0, 1, 2].map((index) => ({ line_id: `l${index}`, ...place, ...decided[index] })),
  );

  review.decide(given[0], 'approved');
  review.decide(given[1], 'approved');
  review.decide(given[3], 'rejected');
  const later = openReview(storage, 'run');
  expect(later.counts(all)).toEqual({ approved: 1, rejected: 1, needs_work: 1, waived: 0, open: 2 });
  const saved = decisionsFile(all, later);
  expect(entriesOf(saved)).toEqual([
    { line_id: 'l1', ...place, decision: 'approved', note: 'Again, slower.' },
    { line_id: 'l2', ...place, ...decided[2] },
    { line_id: 'l3', ...place, decision: 'rejected' },
  ]);
  const other = openReview(keeping(), 'run');
  other.take(readDecisionsFile(saved, new Map(all.map((line) => [keyOfLine(line), line]))).known);
  expect(other.counts(all)).toEqual({ approved: 2, rejected: 1, needs_work: 1, waived: 0, open: 1 });
  later.clear();
  expect(later.counts(all)).toMatchObject({ approved: 1, rejected: 1, needs_work: 1, waived: 1 });
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
    [keyOfLine(lines[1]), { verdict: 'approved' }],
    7,
  ];
  const storage = keeping(new Map([['voiceloom-review:run', JSON.stringify(entries)]]));
  expect(openReview(storage, 'run').counts(lines)).toMatchObject({ approved: 1, rejected: 0 });
});

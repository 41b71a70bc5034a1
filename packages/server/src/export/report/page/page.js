import { decisionsFile, readDecisionsFile } from './decisions-file.js';
import { filterLines, groupOf, readLines, sortByGroup } from './lines.js';
import { pickupCsv, pickupReasons, saveText } from './pickup-csv.js';
import { stopPlaying, togglePlay } from './player.js';
import { keyOfLine, openReview } from './review.js';
import { renderRow, showDecision } from './row.js';

const PAGE_SIZE = 50;
const element = (id) => document.getElementById(id);
const names = JSON.parse(element('names').textContent);
const lines = readLines(document);
const run = JSON.parse(element('run').textContent);
const linesByKey = new Map(lines.map((line) => [keyOfLine(line), line]));
for (const [locale, id, text] of JSON.parse(element('outliers').textContent)) {
  const line = linesByKey.get(keyOfLine({ locale, id }));
  if (line) line.outlier = [...(line.outlier ?? []), text];
}
const review = openReview(browserStorage(), run.id);
const number = new Intl.NumberFormat('en');
const state = { shown: [], page: 0 };

function fillChoices(select, values) {
  for (const [value, label] of values) select.append(new Option(label, value));
}

function choices() {
  const ids = ['search', 'locale', 'character', 'status', 'decision'];
  return Object.fromEntries(ids.map((id) => [id, element(id).value]));
}

function applyChoices() {
  state.shown = sortByGroup(filterLines(lines, choices(), review.of), element('group').value, names);
  state.page = 0;
  renderPage();
}

function renderPage() {
  stopPlaying();
  const pages = Math.max(1, Math.ceil(state.shown.length / PAGE_SIZE));
  state.page = Math.min(Math.max(0, state.page), pages - 1);
  const start = state.page * PAGE_SIZE;
  const list = document.createDocumentFragment();
  let heading = null;
  for (const { line, name, size } of state.shown.slice(start, start + PAGE_SIZE)) {
    if (name !== heading) list.append(renderHeading(line, size));
    heading = name;
    list.append(renderRow(line, names, { onEnded: playOn, review, onDecided: renderProgress }));
  }
  element('list').replaceChildren(list);
  const count = state.shown.length;
  element('count').textContent = `${number.format(count)} of ${number.format(lines.length)} lines`;
  element('pages').hidden = pages === 1;
  element('page').textContent = `${number.format(state.page + 1)} / ${number.format(pages)}`;
  element('previous').disabled = state.page === 0;
  element('next').disabled = state.page === pages - 1;
}

/** Some browsers throw an error if the property is only read. */
function browserStorage() {
  try {
    return window.localStorage;
  } catch {
    const refuse = () => {
      throw new Error('This browser cannot store decisions.');
    };
    return { getItem: refuse, setItem: refuse, removeItem: refuse };
  }
}

function renderProgress() {
  const { approved, rejected, needs_work, waived, open, outdated } = review.counts(lines);
  const parts = [
    [approved, 'approved'],
    [rejected, 'rejected'],
    ...(needs_work === 0 ? [] : [[needs_work, needs_work === 1 ? 'needs work' : 'need work']]),
    ...(waived === 0 ? [] : [[waived, 'waived']]),
    [open, 'open'],
  ];
  const kept = review.isKept ? '' : ' This browser does not store them: save the list before you leave.';
  const counted = parts.map(([count, what]) => `${number.format(count)} ${what}`).join(', ');
  const newer = outdated === 0 ? '' : ` Newer in the review: ${number.format(outdated)}.`;
  element('progress').textContent = `${counted}.${newer}${kept}`;
  const wanted = lines.filter((line) => pickupReasons(line, review.of(line))).length;
  element('pickups').textContent = `Pick-up list (${number.format(wanted)})`;
  element('pickups').disabled = wanted === 0;
  const hasOwn = lines.some(review.own);
  element('clear').disabled = !hasOwn;
  element('export').disabled = !hasOwn;
}

/** Reads decisions that another copy of the report, or the service, has saved. */
async function loadDecisions(input) {
  const [file] = input.files;
  const text = await file?.text().catch(() => '');
  // Lets the person choose the same file again.
  input.value = '';
  if (text === undefined) return;
  const read = readDecisionsFile(text, linesByKey);
  for (const { line, decided } of read?.served ?? []) line.decided = decided;
  review.take(read?.known ?? []);
  applyChoices();
  renderProgress();
  element('progress').textContent += ` ${saidOf(read)}`;
}

function saidOf(read) {
  if (read === null) return 'The file has no decisions.';
  const { known, served, unknown } = read;
  const lists = [
    ['Decisions read', known.length],
    ['Lines of the review read', served.length],
    ['Not about the takes of this report', unknown],
  ];
  const parts = lists.flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${number.format(count)}.`]));
  return parts.length === 0 ? 'The file has no decisions.' : parts.join(' ');
}

function clearReview() {
  if (!window.confirm('Undo every decision and note that you made in this page?')) return;
  review.clear();
  applyChoices();
  renderProgress();
}

/** Clicks a button of the focused row, and returns the row. */
function press(selector) {
  const row = document.activeElement?.closest('.line') ?? moveFocus(1);
  row?.querySelector(selector).click();
  return row;
}

function renderHeading(line, size) {
  const heading = document.createElement('h2');
  heading.className = 'group';
  heading.dir = 'auto';
  heading.append(groupOf(line, element('group').value, names));
  const count = document.createElement('small');
  count.textContent = size === 1 ? '1 line' : `${number.format(size)} lines`;
  heading.append(count);
  return heading;
}

function rows() {
  return [...element('list').querySelectorAll('.line')];
}

function turnPage(by) {
  const before = state.page;
  state.page += by;
  renderPage();
  if (state.page !== before) element('tools').scrollIntoView({ block: 'start' });
}

/** Shows what another window decided. The filter stays as it is, so that no line moves. */
function showStored() {
  review.reread();
  const shown = state.shown.slice(state.page * PAGE_SIZE);
  for (const [index, row] of rows().entries()) {
    const { line } = shown[index];
    showDecision(row, line, review.of(line));
  }
  renderProgress();
}

function moveFocus(by) {
  const all = rows();
  const now = all.indexOf(document.activeElement?.closest('.line'));
  const next = all[now < 0 ? 0 : now + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
  return next;
}

function playOn(row) {
  if (!element('play-on').checked) return;
  const all = rows();
  const next = all.slice(all.indexOf(row) + 1).find((candidate) => candidate.querySelector('audio'));
  if (!next) return;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  togglePlay(next.querySelector('audio'), true);
}

const KEYS = {
  '/': () => element('search').focus(),
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  n: () => turnPage(1),
  b: () => turnPage(-1),
  a: () => {
    const row = press('.approve');
    if (row?.classList.contains('approved')) moveFocus(1);
  },
  r: () => {
    const row = press('.reject');
    if (row?.classList.contains('rejected')) row.querySelector('.note').focus();
  },
  s: () => {
    const row = press('.send-back');
    if (row?.classList.contains('needs_work')) row.querySelector('.note').focus();
  },
  u: () => {
    const row = document.activeElement?.closest('.line');
    row?.querySelector('.review [aria-pressed="true"]')?.click();
  },
  p: () => {
    const row = document.activeElement?.closest('.line') ?? moveFocus(1);
    const audio = row?.querySelector('audio');
    if (audio) togglePlay(audio);
  },
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, select')) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

let waiting;
element('tools').addEventListener('submit', (event) => event.preventDefault());
element('tools').addEventListener('input', (event) => {
  if (event.target.id === 'play-on') return;
  clearTimeout(waiting);
  waiting = setTimeout(applyChoices, event.target.id === 'search' ? 120 : 0);
});
element('pickups').addEventListener('click', () =>
  saveText(`${run.name}-pickups.csv`, pickupCsv(lines, review.of), 'text/csv'),
);
element('export').addEventListener('click', () =>
  saveText(`${run.name}-decisions.json`, decisionsFile(lines, review), 'application/json'),
);
element('import').addEventListener('click', () => element('decisions-file').click());
element('decisions-file').addEventListener('change', ({ target }) => loadDecisions(target));
element('clear').addEventListener('click', clearReview);
element('previous').addEventListener('click', () => turnPage(-1));
element('next').addEventListener('click', () => turnPage(1));
document.addEventListener('keydown', onKey);
window.addEventListener('storage', ({ key }) => {
  // Other reports share the storage.
  if (key === null || key === review.place) showStored();
});
fillChoices(
  element('locale'),
  Object.entries(names).sort(([, a], [, b]) => a.localeCompare(b)),
);
const characters = [...new Set(lines.map((line) => line.character ?? '\u2013'))].sort((a, b) =>
  a.localeCompare(b),
);
fillChoices(
  element('character'),
  characters.map((name) => [name, name]),
);
element('character').closest('label').hidden = characters.length < 2;
element('locale').closest('label').hidden = Object.keys(names).length < 2;
applyChoices();
renderProgress();

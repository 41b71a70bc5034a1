import { pickupText } from './pickup-csv.js';
import { connectPlayer, playAt, wavePath } from './player.js';

const WORDS = { pass: 'passed', fail: 'failed', unscored: 'not scored', exhausted: 'best of all tries' };

const SAID = {
  '=': 'as it is written',
  '~': 'spelled differently, sounds the same',
  '!': 'another word',
  '+': 'not in the script',
  '-': 'not heard',
};

function add(parent, tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.textContent = text;
  parent.append(element);
  return element;
}

function addMeasure(list, label, value) {
  const pair = add(list, 'div', '', '');
  add(pair, 'dt', '', label);
  add(pair, 'dd', '', value).dir = 'auto';
}

function signed(value) {
  return String(value).replace('-', '\u2212');
}

function fillMeasures(list, line) {
  if (line.voice) addMeasure(list, 'Voice', line.voice);
  if (line.model) addMeasure(list, 'Model', line.model);
  const limit = line.longest ? ` of ${inSeconds(line.longest)}` : '';
  if (line.duration && line.file) addMeasure(list, 'Length', `${inSeconds(line.duration)}${limit}`);
  if (line.lufs !== undefined) addMeasure(list, 'LUFS', `${signed(line.lufs)} ${line.method ?? ''}`.trim());
  if (line.integrated !== undefined && line.method !== 'integrated') {
    addMeasure(list, 'Integrated', `${signed(line.integrated)} LUFS`);
  }
  if (line.peak !== undefined) addMeasure(list, 'Peak', `${signed(line.peak)} dBTP`);
  if (line.rate !== undefined) addMeasure(list, 'Rate', `${line.rate} syll/s`);
  if (line.retries) addMeasure(list, 'Retries', String(line.retries));
  const take = [line.reused && 'reused', line.locked && 'approved and locked'].filter(Boolean);
  if (take.length > 0) addMeasure(list, 'Take', take.join(', '));
}

/** Lists the measurements of a check. A click on one plays its part of the audio. */
function fillEvidence(chip, evidence, listen) {
  if (!evidence?.length) return;
  const details = add(chip, 'details', 'evidence', '');
  add(details, 'summary', '', 'Evidence');
  const list = add(details, 'ul', '', '');
  for (const [measure, value, passed, start, end] of evidence) {
    const item = add(list, 'li', passed ? '' : 'broken', `${measure}: ${value}`);
    if (start === undefined || start === null) continue;
    const place = start === end ? inSeconds(start) : `${inSeconds(start)} to ${inSeconds(end)}`;
    const button = add(item, 'button', 'place', place);
    button.type = 'button';
    button.addEventListener('click', () => listen(start));
  }
}

function inSeconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`;
}

function fillChecks(list, line, listen) {
  for (const [name, status, score, threshold, reason, evidence, transcript] of line.checks) {
    const chip = add(list, 'li', `chip ${status}`, '');
    add(chip, 'b', '', name);
    const figure = score === null ? '' : ` ${score}${threshold === null ? '' : ` / ${threshold}`}`;
    add(chip, 'span', '', `${WORDS[status] ?? status}${figure}`);
    if (reason) add(chip, 'span', 'why', reason).dir = 'auto';
    fillEvidence(chip, evidence, listen);
    fillTranscript(chip, transcript, listen);
  }
  list.hidden = line.checks.length === 0;
}

/** Shows the script and the differing transcript. A click on a word plays it. */
function fillTranscript(chip, parts, listen) {
  if (!parts?.length) return;
  const details = add(chip, 'details', 'evidence transcript', '');
  add(details, 'summary', '', 'Transcript');
  const text = add(details, 'p', '', '');
  text.dir = 'auto';
  for (const [kind, script, heard, start] of parts) {
    const stretch = document.createElement(start === undefined ? 'span' : 'button');
    stretch.className = { '=': 'same', '~': 'alike', '!': 'other', '+': 'more', '-': 'less' }[kind] ?? '';
    stretch.title = SAID[kind] ?? '';
    if (kind === '=' || kind === '~') add(stretch, 'span', '', kind === '=' ? script : heard);
    else {
      if (script) add(stretch, 'del', '', script);
      if (heard) add(stretch, 'ins', '', heard);
    }
    if (start !== undefined) {
      stretch.type = 'button';
      stretch.addEventListener('click', () => listen(start));
    }
    text.append(stretch, ' ');
  }
}

const BUTTONS = { approved: '.approve', rejected: '.reject', needs_work: '.send-back' };

const STATES = {
  approved: 'approved',
  rejected: 'rejected',
  needs_work: 'needs work',
  waived: 'waived',
  other_take: 'another take is approved',
};

/** The decision of the service, in words. Empty without a review. */
function inReview({ service, isOutdated }) {
  const state = STATES[service] ?? 'open';
  if (isOutdated) return `Newer in the review: ${state}. It stays if you import your decision.`;
  return service === undefined ? '' : `In the review: ${state}.`;
}

/** Shows the decision on a line, and why the line is on the pick-up list. */
export function showDecision(row, line, decision) {
  for (const state of [...Object.keys(BUTTONS), 'waived'])
    row.classList.toggle(state, decision.decision === state);
  for (const [state, button] of Object.entries(BUTTONS))
    row.querySelector(button).setAttribute('aria-pressed', String(decision.decision === state));
  const served = row.querySelector('.in-review');
  served.textContent = inReview(decision);
  served.hidden = served.textContent === '';
  const pickup = row.querySelector('.pickup-note');
  pickup.textContent = pickupText(line, decision);
  pickup.hidden = pickup.textContent === '';
  const note = row.querySelector('.note');
  const isTyped = note === document.activeElement && document.hasFocus();
  if (!isTyped) note.value = decision.note ?? '';
  note.disabled = decision.decision === 'waived';
}

function connectReview(row, line, { review, onDecided }) {
  const decide = (decision) => {
    review.decide(line, decision);
    showDecision(row, line, review.of(line));
    onDecided();
  };
  for (const [decision, button] of Object.entries(BUTTONS))
    row.querySelector(button).addEventListener('click', () => decide(decision));
  const note = row.querySelector('.note');
  note.addEventListener('input', () => {
    review.note(line, note.value);
    showDecision(row, line, review.of(line));
    onDecided();
  });
  // Another window may have changed the note while this one had the focus.
  note.addEventListener('blur', () => showDecision(row, line, review.of(line)));
  note.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === 'Escape') row.focus({ preventScroll: true });
  });
  showDecision(row, line, review.of(line));
}

/** Renders one line as an element. Texts are inserted as text, never as markup. */
export function renderRow(line, names, { onEnded, ...reviewing }) {
  const row = document.getElementById('line-template').content.firstElementChild.cloneNode(true);
  row.classList.add(line.status);
  row.querySelector('.id').textContent = line.id;
  const locale = row.querySelector('.locale');
  locale.textContent = line.locale;
  locale.title = names[line.locale] ?? '';
  row.querySelector('.character').textContent = line.character ?? '';
  const script = row.querySelector('.script');
  script.textContent = line.script;
  script.lang = line.locale;
  fillMeasures(row.querySelector('.measures'), line);
  fillChecks(row.querySelector('.checks'), line, (ms) => playAt(row, ms));
  fillSound(row, line, onEnded);
  const outlier = row.querySelector('.outlier-note');
  outlier.hidden = line.outlier === undefined;
  outlier.textContent = line.outlier ? `Unlike its voice: ${line.outlier.join('; ')}` : '';
  connectReview(row, line, reviewing);
  return row;
}

/** Shows the note on a delivered file. */
function fillNote(note, line) {
  if (line.over === undefined && line.reason === undefined) return note.remove();
  note.classList.toggle('noted', line.over === undefined);
  add(note, 'b', '', line.over === undefined ? 'To note' : 'Too long');
  note.append(` ${[line.over, line.reason].filter(Boolean).join(' ')}`);
}

function fillSound(row, line, onEnded) {
  const reason = row.querySelector('.reason');
  if (line.file) {
    fillNote(reason, line);
    if (line.wave) row.querySelector('.rest').setAttribute('d', wavePath(line.wave));
    connectPlayer(row, line, onEnded);
    return;
  }
  row.querySelector('audio').remove();
  row.querySelector('.wave').remove();
  add(reason, 'b', '', line.status === 'delivered' ? 'No audio file' : line.status);
  if (line.reason) reason.append(` ${line.reason}`);
}

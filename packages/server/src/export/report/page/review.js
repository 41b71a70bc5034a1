const MOST_NOTE_LETTERS = 500;

/** Identifies a line among all lines and locales of the run. */
export function keyOfLine(line) {
  return `${line.locale} ${line.id}`;
}

const NEEDS_WORK_NOTE = 'Needs work.';

/** The verdict and note for a decision of the service. A line that needs work has only a note. */
export function fromService({ decision, note, reason }) {
  const verdict = decision === 'needs_work' ? undefined : decision;
  const said = [note, reason].find((one) => typeof one === 'string' && one !== '');
  return { verdict, note: said ?? (verdict ? undefined : NEEDS_WORK_NOTE) };
}

/** What was decided about a line, in one word. */
export function stateOf(decision) {
  return decision?.verdict ?? (decision?.note ? 'needs_work' : 'open');
}

/**
 * The decisions of the service, unless this page has its own. The page's own decisions are stored in the browser under
 * the ID of the run. If the browser cannot store them, they are lost with the page, and `isKept` is false.
 */
export function openReview(storage, runId) {
  const place = `voiceloom-review:${runId}`;
  let decisions = new Map(readDecisions(storage, place) ?? []);
  const review = {
    place,
    isKept: true,
    of: (line) => decisions.get(keyOfLine(line)) ?? (line.decided && fromService(line.decided)),
    isOwn: (line) => decisions.has(keyOfLine(line)),
    /** The number of lines in each state. */
    counts(lines) {
      const counts = { approved: 0, rejected: 0, needs_work: 0, waived: 0, open: 0 };
      for (const line of lines) counts[stateOf(review.of(line))] += 1;
      return counts;
    },
    /** Reads what another window has stored. After a reload, a browser may also be late to store the last decisions. */
    reread,
    /** The same decision a second time removes it; the note stays. */
    decide(line, verdict) {
      reread();
      const known = review.of(line) ?? {};
      change(line, { ...known, verdict: known.verdict === verdict ? undefined : verdict });
      save();
    },
    note(line, text) {
      reread();
      change(line, { ...review.of(line), note: inShort(text) });
      save();
    },
    /** Imports the decisions of a file. They replace those about the same lines. */
    take(decided) {
      reread();
      for (const { line, verdict, note } of decided) change(line, { verdict, note: inShort(note ?? '') });
      save();
    },
    clear() {
      decisions.clear();
      save();
    },
  };
  function reread() {
    if (review.isKept) decisions = new Map(readDecisions(storage, place) ?? decisions);
  }
  function change(line, { verdict, note }) {
    // A decision of the service can only be undone by storing that there is none.
    if (verdict || note || line.decided) decisions.set(keyOfLine(line), { verdict, note });
    else decisions.delete(keyOfLine(line));
  }
  function save() {
    try {
      if (decisions.size === 0) storage.removeItem(place);
      else storage.setItem(place, JSON.stringify([...decisions]));
      review.isKept = true;
    } catch {
      review.isKept = false;
    }
  }
  return review;
}

function inShort(note) {
  return note.trim().slice(0, MOST_NOTE_LETTERS) || undefined;
}

function isDecision(entry) {
  return Array.isArray(entry) && typeof entry[1] === 'object' && entry[1] !== null;
}

function readDecisions(storage, place) {
  try {
    const read = JSON.parse(storage.getItem(place) ?? '[]');
    return Array.isArray(read) ? read.filter(isDecision) : [];
  } catch {
    return undefined;
  }
}

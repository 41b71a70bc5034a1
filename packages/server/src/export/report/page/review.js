const MOST_NOTE_LETTERS = 500;

/** Identifies a line among all lines and locales of the run. */
export function keyOfLine(line) {
  return `${line.locale} ${line.id}`;
}

/**
 * Decisions on lines, stored in the browser under the ID of the run. If the browser cannot store them, they are lost
 * with the page, and `isKept` is false.
 */
export function openReview(storage, runId) {
  const place = `voiceloom-review:${runId}`;
  let decisions = new Map(readDecisions(storage, place) ?? []);
  const review = {
    place,
    isKept: true,
    of: (line) => decisions.get(keyOfLine(line)),
    counts() {
      const all = [...decisions.values()];
      const approved = all.filter(({ verdict }) => verdict === 'approved').length;
      const rejected = all.filter(({ verdict }) => verdict === 'rejected').length;
      return { approved, rejected };
    },
    /** Reads what another window has stored. After a reload, a browser may also be late to store the last decisions. */
    reread,
    /** The same decision a second time removes it; the note stays. */
    decide(line, verdict) {
      reread();
      const known = decisions.get(keyOfLine(line)) ?? {};
      const next = { ...known, verdict: known.verdict === verdict ? undefined : verdict };
      keep(keyOfLine(line), next);
    },
    note(line, text) {
      reread();
      keep(keyOfLine(line), { ...decisions.get(keyOfLine(line)), note: inShort(text) });
    },
    /** Imports the decisions of a file. They replace those about the same lines. */
    take(decided) {
      reread();
      for (const { line, verdict, note } of decided)
        change(keyOfLine(line), { verdict, note: inShort(note) });
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
  function keep(key, decision) {
    change(key, decision);
    save();
  }
  function change(key, { verdict, note }) {
    if (verdict || note) decisions.set(key, { verdict, note });
    else decisions.delete(key);
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

/** The decisions that a person can make in the page. Only the service can waive a line. */
export const DECISIONS = ['approved', 'rejected', 'needs_work'];

/** As many as the service accepts. */
const MAX_NOTE_LETTERS = 4_000;

/** Identifies a line among all lines and locales of the run. */
export function keyOfLine(line) {
  return `${line.locale} ${line.id}`;
}

/** What a decision about the line is based on: the version of the line in the review, and the take in this report. */
function baseOf({ decided }) {
  return { version: decided?.version ?? 0, audio_id: decided?.audio_id ?? undefined };
}

/**
 * A decision with what it is based on, or undefined. Without a known version, it is based on a line
 * without a decision, so that the service does not replace a decision that nobody saw here.
 */
export function ownDecision({ decision, note, version, audio_id, isImplied }) {
  if (!DECISIONS.includes(decision)) return undefined;
  return {
    decision,
    note: (typeof note === 'string' && note.trim().slice(0, MAX_NOTE_LETTERS)) || undefined,
    version: Number.isInteger(version) && version >= 0 ? version : 0,
    audio_id: /^[0-9a-f]{16}$/.test(audio_id) ? audio_id : undefined,
    // The note alone made the decision, so it ends with the note.
    isImplied: isImplied === true || undefined,
  };
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
    /** The decision that was made in this page. */
    own: (line) => decisions.get(keyOfLine(line)),
    /** What the page shows. `isOutdated`: the line has changed in the review since the decision in this page. */
    of(line) {
      const own = review.own(line);
      const service = line.decided?.decision ?? undefined;
      const isOutdated = own !== undefined && baseOf(line).version > own.version;
      const given = service === 'other_take' ? undefined : service;
      return { decision: own ? own.decision : given, note: own?.note, service, isOutdated };
    },
    /** The number of lines in each state, and of outdated decisions. */
    counts(lines) {
      const counts = { approved: 0, rejected: 0, needs_work: 0, waived: 0, open: 0, outdated: 0 };
      for (const line of lines) {
        const { decision = 'open', isOutdated } = review.of(line);
        counts[decision] += 1;
        if (isOutdated) counts.outdated += 1;
      }
      return counts;
    },
    /** Reads what another window has stored. After a reload, a browser may also be late to store the last decisions. */
    reread,
    /** The same decision a second time undoes it with its note. The decision of the service then counts again. */
    decide(line, decision) {
      reread();
      const own = review.own(line);
      change(line, own?.decision === decision ? {} : { decision, note: own?.note, ...baseOf(line) });
      save();
    },
    /** Whether a note can be written. On a waived line, it needs a new decision first. */
    canNote: (line) => review.of(line).decision !== 'waived',
    /** A note belongs to a decision. Without one, the line needs work as long as it has the note. */
    note(line, text) {
      reread();
      if (!review.canNote(line)) return;
      const { decision } = review.of(line);
      const isImplied = !DECISIONS.includes(decision);
      const made = { decision: isImplied ? 'needs_work' : decision, isImplied, ...baseOf(line) };
      const own = review.own(line) ?? made;
      change(line, text.trim() === '' && own.isImplied ? {} : { ...own, note: text });
      save();
    },
    /** Imports the decisions of a file. They replace those about the same lines. */
    take(decided) {
      reread();
      for (const { line, ...own } of decided) change(line, own);
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
  function change(line, made) {
    const own = ownDecision(made);
    // Repeating the decision of the service would only delete its note there.
    if (own && (own.note || own.decision !== line.decided?.decision)) decisions.set(keyOfLine(line), own);
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

function readStored([key, stored]) {
  const own = ownDecision(stored);
  return own ? [[key, own]] : [];
}

function isDecision(entry) {
  return Array.isArray(entry) && typeof entry[1] === 'object' && entry[1] !== null;
}

function readDecisions(storage, place) {
  try {
    const read = JSON.parse(storage.getItem(place) ?? '[]');
    return Array.isArray(read) ? read.filter(isDecision).flatMap(readStored) : [];
  } catch {
    return undefined;
  }
}

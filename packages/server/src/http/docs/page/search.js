// How the search of the pages finds. Only the first search of a page loads this, and the places to look through.

const WORD = /[\p{L}\p{N}]+/gu;

// Where a word of a place stands: a title says more than a heading, a heading more than a text.
const [TEXT, HEADING, TITLE] = [1, 2, 4];
const weightOf = (parts) => (parts & TITLE ? 12 : parts & HEADING ? 6 : 1);

/** Shorter words are near too many others. */
const LEAST_TYPED = 5;
const [MOST, MOST_OF_PAGE] = [12, 3];
const [SNIPPET, BEFORE] = [150, 40];

const wordsOf = (text) => [...new Set(text.toLowerCase().match(WORD) ?? [])];

const begins = (known, word) => known.startsWith(word);

/** As `begins`, but for one letter too many, too few, another or swapped. */
function beginsNearly(known, word) {
  if (word.length < LEAST_TYPED) return begins(known, word);
  let at = 0;
  while (at < word.length && word[at] === known[at]) at += 1;
  if (at === word.length) return true;
  const rest = known.slice(at);
  const swapped = word.slice(at + 1, at + 2) + word[at] + word.slice(at + 2);
  return (
    begins(rest, word.slice(at + 1)) ||
    begins(rest.slice(1), word.slice(at + 1)) ||
    begins(rest.slice(1), word.slice(at)) ||
    begins(rest, swapped)
  );
}

/** As `begins`, for “streaming” where a text has “stream”. */
const beginsInPart = (known, word) => {
  const stem = word.replace(/(ing|ed|es|s)$/, '');
  return begins(known, stem.length < LEAST_TYPED ? word : stem);
};

/** Every word of the places, with the places that hold it. */
export function makeIndex(places) {
  const known = new Map();
  for (const [at, { title, heading, text }] of places.entries()) {
    const parts = [
      [TEXT, text],
      [HEADING, heading],
      [TITLE, title],
    ];
    for (const [part, content] of parts)
      for (const word of wordsOf(content)) {
        const held = known.get(word) ?? new Map();
        known.set(word, held.set(at, (held.get(at) ?? 0) | part));
      }
  }
  return { places, known };
}

/**
 * The places that hold every word of the query, or words that begin so, in any order; the best first. Where there are
 * none, words may end otherwise, and then one letter of each longer word may be wrong.
 */
export function search(index, query) {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  for (const fits of [begins, beginsInPart, beginsNearly]) {
    const found = rank(index, { words, names: namesOf(query), fits });
    if (found.length > 0)
      return found.map((place) => ({ ...place, snippet: snippetOf(place.text, words, fits) }));
  }
  return [];
}

/** Words with capitals, such as `PORT`, which mean more where they are written so. */
const namesOf = (query) => (query.match(WORD) ?? []).filter((word) => word !== word.toLowerCase());

function rank({ places, known }, { words, names, fits }) {
  const rated = words.map((word) => rate(known, word, fits));
  const pages = Map.groupBy(places.keys(), (at) => places[at].page);
  const found = [...pages.values()].flatMap((members) => bestOf(members, { places, words, names, rated }));
  found.sort((a, b) => a.place.aside - b.place.aside || b.points - a.points);
  return found.slice(0, MOST).map(({ place }) => place);
}

/** Each place of one word: how well it fits, and whether the title of the page alone has it. */
function rate(known, word, fits) {
  const rated = new Map();
  for (const [other, held] of known) {
    if (!fits(other, word)) continue;
    for (const [at, parts] of held) {
      const before = rated.get(at) ?? { points: 0, own: false };
      // One letter or two begin too many words.
      const points = other === word ? 2 * weightOf(parts) : word.length < 3 ? 1 : weightOf(parts);
      rated.set(at, {
        points: Math.max(points, before.points),
        own: before.own || (parts & (TEXT | HEADING)) > 0,
      });
    }
  }
  return rated;
}

/** The sections of a page that hold all words; or, where they hold them together, the one that holds most. */
function bestOf(members, { places, words, names, rated }) {
  const missing = words.filter((_, word) => !members.some((at) => rated[word].has(at)));
  if (missing.length > 0) return [];
  const all = members.map((at) => {
    const held = rated.flatMap((one) => one.get(at) ?? []);
    const points =
      held.reduce((sum, one) => sum + one.points, 0) +
      bonusOf(places[at], words) +
      namedIn(places[at], names);
    // A title is that of every section: one that adds nothing is not what is looked for.
    const isMeant =
      held.length === words.length && (places[at].heading === '' || held.some(({ own }) => own));
    return { place: places[at], points, isMeant };
  });
  all.sort((a, b) => b.points - a.points);
  const meant = all.filter(({ isMeant }) => isMeant);
  if (meant.length > 0) return meant.slice(0, MOST_OF_PAGE);
  return all.slice(0, 1).map(({ place, points }) => ({ place, points: points / 10 }));
}

/** For titles and headings that say just what is asked. */
function bonusOf({ title, heading }, words) {
  const isSame = (text) => wordsOf(text).join(' ') === words.join(' ');
  if (heading === '') return isSame(title) ? 40 : 1;
  return isSame(heading) ? 20 : 0;
}

function namedIn({ text }, names) {
  const found = names.filter((name) => text.includes(name) && text.match(WORD).includes(name));
  return 6 * found.length;
}

/** Where a text has most of the words: pieces of it, every other one (the second, the fourth) such a word. */
function snippetOf(text, words, fits) {
  const hits = [...text.matchAll(WORD)].flatMap(({ 0: one, index }) => {
    const word = words.find((other) => isShown(one.toLowerCase(), other, fits));
    return word === undefined ? [] : [{ word, from: index, to: index + one.length }];
  });
  const [first, near] = densest(hits);
  const start = first === undefined ? 0 : startBefore(text, first.from);
  const pieces = [start > 0 ? '… ' : ''];
  let at = start;
  for (const { from, to } of near) {
    pieces[pieces.length - 1] += text.slice(at, from);
    pieces.push(text.slice(from, to), '');
    at = to;
  }
  const end = Math.max(at, endWithin(text, start + SNIPPET));
  pieces[pieces.length - 1] += text.slice(at, end) + (end < text.length ? ' …' : '');
  return pieces;
}

/** The hit from which on most different words are near, and those that are. */
function densest(hits) {
  let best = [undefined, []];
  let most = 0;
  for (const [at, first] of hits.entries()) {
    const near = [];
    for (let next = at; hits[next]?.to <= first.from + SNIPPET - BEFORE; next += 1) near.push(hits[next]);
    const count = new Set(near.map(({ word }) => word)).size;
    if (count > most) [best, most] = [[first, near], count];
  }
  return best;
}

const isShown = (known, word, fits) => known === word || (word.length > 2 && fits(known, word));

const startBefore = (text, at) => (at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE - 1) + 1 || at);

function endWithin(text, at) {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space > 0 ? space : at;
}

// The search of the documents. A page loads this file and the index when a reader first searches.
import MiniSearch from 'minisearch';

const WORD = /[\p{L}\p{N}]+/gu;
/** The minimum length of a word for which typos are allowed, because shorter words resemble too many others. */
const MIN_TYPED = 5;
const [MOST, MAX_PER_PAGE] = [12, 3];
const [SNIPPET, BEFORE] = [150, 40];

const wordsIn = (text) => text.match(WORD) ?? [];

/** Words that occur in questions, but not necessarily in headings and texts. */
const ASKING = new Set(
  'a an are can could do does for happen happens how i in is it many me much my of on should the to was what when where which why'.split(
    ' ',
  ),
);
/** The words of the query that a place must contain. */
function wantedOf(query) {
  const words = wordsIn(query);
  const telling = words.filter((word) => !ASKING.has(word.toLowerCase()));
  return telling.length > 0 ? telling : words;
}

/** Converts a word to lower case and to the singular. */
const termOf = (word) => word.toLowerCase().replace(/(?<=[a-z]{3})(?<!s)s$/, '');

/** The maximum number of wrong letters in a word. Two swapped letters count as two. */
const errorsIn = (term) => (term.length < MIN_TYPED ? false : term.length < MIN_TYPED + 2 ? 1 : 2);

/** An index of the places: sections of pages, and operations. */
export function makeIndex(places) {
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text', 'context'],
    tokenize: wordsIn,
    processTerm: termOf,
    searchOptions: { prefix: true, boost: { title: 12, heading: 6 } },
  });
  // A title belongs to the first section. In other sections, it only supplements their own words.
  const documents = places.map(({ title, heading, text }, id) => ({
    ...{ id, heading, text, title: heading === '' ? title : '', context: heading === '' ? '' : title },
  }));
  index.addAll(documents);
  return { places, index };
}

/**
 * The places that contain every word of the query, or words that begin with it, in any order, best first. Question
 * words may be missing. If no place matches, words with other endings match, and after that longer words with typos.
 */
export function search({ places, index }, query) {
  const words = wantedOf(query);
  const stems = words.map((word) => word.replace(/(?<=[a-z]{5})(ing|ed)$/, ''));
  const names = words.filter((word) => word !== word.toLowerCase());
  const boostDocument = (id) => (names.some((name) => wordsIn(places[id].text).includes(name)) ? 3 : 1);
  for (const [text, fuzzy] of [
    [words, false],
    [stems, false],
    [stems, errorsIn],
  ]) {
    const hits = index.search(text.join(' '), { fuzzy, boostDocument: names.length > 0 && boostDocument });
    const found = best(hits, { places, wanted: new Set(text.map(termOf)).size });
    if (found.length > 0) return found.map(({ id, terms }) => describe(places[id], terms));
  }
  return [];
}

/** The best sections of each page that contains all words, best pages first. */
function best(hits, { places, wanted }) {
  const pages = Map.groupBy(hits, ({ id }) => places[id].page);
  const found = [...pages.values()].flatMap((sections) => {
    const whole = sections.filter((hit) => hit.queryTerms.length === wanted && isOwn(hit));
    if (whole.length > 0) return whole.slice(0, MAX_PER_PAGE);
    const together = new Set(sections.flatMap(({ queryTerms }) => queryTerms));
    return together.size === wanted
      ? sections.slice(0, 1).map((hit) => ({ ...hit, score: hit.score / 10 }))
      : [];
  });
  return found.toSorted((a, b) => b.score - a.score).slice(0, MOST);
}

/** Whether a place matches by more than the title of its page. */
const isOwn = ({ match }) =>
  Object.values(match).some((fields) => fields.some((field) => field !== 'context'));

/** A place with a snippet of its text in pieces. Every second piece is a found word. */
function describe(place, terms) {
  const { text } = place;
  const hits = [...text.matchAll(WORD)]
    .map(({ 0: word, index }) => ({ term: termOf(word), from: index, to: index + word.length }))
    .filter(({ term }) => terms.includes(term));
  const near = densest(hits);
  const start = near.length === 0 ? 0 : startBefore(text, near[0].from);
  const pieces = [start > 0 ? '… ' : ''];
  let at = start;
  for (const { from, to } of near) {
    pieces[pieces.length - 1] += text.slice(at, from);
    pieces.push(text.slice(from, to), '');
    at = to;
  }
  const end = Math.max(at, endWithin(text, start + SNIPPET));
  pieces[pieces.length - 1] += text.slice(at, end) + (end < text.length ? ' …' : '');
  return { ...place, snippet: pieces };
}

/** The hits of the snippet that contains the most different words. */
function densest(hits) {
  let [best, most] = [[], 0];
  for (const [at, first] of hits.entries()) {
    const near = hits.slice(at).filter(({ to }) => to <= first.from + SNIPPET - BEFORE);
    const count = new Set(near.map(({ term }) => term)).size;
    if (count > most) [best, most] = [near, count];
  }
  return best;
}

const startBefore = (text, at) => (at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE - 1) + 1 || at);

function endWithin(text, at) {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space > 0 ? space : at;
}

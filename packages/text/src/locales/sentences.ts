import { languageOf } from './locale.ts';

const DEFAULT_MAX_CHARACTERS = 2_000;
/** Closing quotation marks and brackets at the start of a text. */
const CLOSING = /^\s*(?:[)\]}»”」』】）〉》›]|["'’](?![\p{L}\p{N}]))+\s*/u;
const OPENERS = new Set('「『（([“«„');
const CLOSERS = new Set('」』）)]”»');
/** Marks, joiners, variation selectors and skin tones belong to the preceding character. */
const JOINS_BEFORE = /^(?:\p{M}|\p{EMod}|\u200d)/u;
// Languages that write "the third" as `3.`
const ORDINAL_STOP = new Set('de da no nb nn fi cs sk hu pl sl hr bs sr et lv tr is'.split(' '));
/** How much of the text before a cut shows whether the sentence goes on. */
const LOOK_BEHIND = 80;
/** Limits an unclosed quotation, which would otherwise include the rest of the chapter. */
const MAX_QUOTE = 400;

// Words whose period does not end a sentence. Months are included for languages in which a date may precede
// or follow.
const ABBREVIATIONS: Record<string, string> = {
  en: 'mr mrs ms dr prof sr jr st mt vs etc inc ltd co corp dept est approx no vol fig gen col lt sgt capt rev hon jan feb mar apr jun jul aug sep sept oct nov dec e.g i.e a.m p.m u.s u.k',
  de: 'dr prof hr fr nr str bzw ca usw evtl ggf inkl zzgl max min mind bspw vgl abs art std tel z.b d.h u.a o.ä i.d.r jan feb mär apr jun jul aug sep sept okt nov dez st',
  fr: 'm mm mme mlle dr pr st ste av bd env etc ex fig no p.ex c.-à-d janv févr avr juil sept oct nov déc',
  es: 'sr sra srta dr dra d dña prof ud uds vd vds av avda núm pág tel etc p.ej ee.uu ene feb mar abr may jun jul ago sep sept oct nov dic',
  it: 'sig sig.ra sigg dott dott.ssa prof ing avv ecc es pag tel n art gen feb mar apr mag giu lug ago set ott nov dic',
  pt: 'sr sra srta dr dra prof profa av núm pág tel etc ex jan fev mar abr mai jun jul ago set out nov dez',
  nl: 'dhr mevr dr prof drs ir ing bijv enz o.a d.w.z t.a.v nr blz ca jan feb mrt apr jun jul aug sep okt nov dec',
  pl: 'dr prof mgr inż np itd itp tzn tj ul al nr godz ok m.in',
  ru: 'г гг ул им т.д т.п т.е др пр руб коп стр рис см',
  tr: 'dr prof doç sn vb vs örn no cad sok',
};

const ABBREVIATIONS_BY_LANGUAGE = new Map(
  Object.entries(ABBREVIATIONS).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/**
 * Splits a text into sentences for synthesis. Only white space between them is lost, and no part is longer
 * than `max_characters` code points.
 */
export function splitSentences(
  text: string,
  locale: string,
  max_characters = DEFAULT_MAX_CHARACTERS,
): string[] {
  const isSupported = Intl.Segmenter.supportedLocalesOf([locale]).length > 0;
  const segmenter = new Intl.Segmenter(isSupported ? locale : 'en', { granularity: 'sentence' });
  const sentences: string[] = [];
  for (const paragraph of text.split(/\n+/)) {
    let open = '';
    for (const { segment } of segmenter.segment(paragraph)) {
      // The segmenter may put a closing quotation mark at the start of the next sentence.
      const closing = open === '' ? '' : (CLOSING.exec(segment)?.[0] ?? '');
      const rest = segment.slice(closing.length);
      open += closing;
      if (open !== '' && (open.length > max_characters || !belongsTogether(open, rest, locale))) {
        sentences.push(open);
        open = '';
      }
      open += rest;
    }
    sentences.push(open);
  }
  return sentences
    .flatMap((sentence) => splitLong(sentence.trim(), max_characters))
    .filter((piece) => piece !== '');
}

/** Whether the segmenter cut a sentence in two: within a quotation, before a small letter, or after an abbreviation. */
function belongsTogether(before: string, after: string, locale: string): boolean {
  if (before.length < MAX_QUOTE && hasOpenQuote(before)) return true;
  const end = before.slice(-LOOK_BEHIND).trimEnd();
  // `"Really?" she asked.` and 「はい。」と言った。 are one sentence each.
  if (/["'”’»“]$/.test(end) && /^\s*\p{Ll}/u.test(after)) return true;
  if (/[」』]$/.test(end) && /^\p{Script=Hiragana}/u.test(after)) return true;
  if (!end.endsWith('.')) return false;
  if (/^\s*[\p{Ll},;:]/u.test(after)) return true;
  // `am 3. Mai`.
  const isOrdinal = ORDINAL_STOP.has(languageOf(locale)) && /(^|[^\d.,])\d{1,2}\.$/.test(end);
  if (isOrdinal) return /^\s*\p{L}/u.test(after);
  return endsWithAbbreviation(end, locale);
}

/** Whether a text has a quotation or parenthesis that is not closed. */
function hasOpenQuote(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    // The mark that opens an English quotation closes a German one.
    const closesGerman = character === '“' && depth > 0 && text.includes('„');
    if (OPENERS.has(character) && !closesGerman) depth += 1;
    else if (closesGerman || CLOSERS.has(character)) depth = Math.max(0, depth - 1);
  }
  return depth > 0;
}

/** Cuts at the last clause mark, else the last space, else between two graphemes. */
function splitLong(sentence: string, max_characters: number): string[] {
  if (sentence.length <= max_characters) return [sentence];
  const points = [...sentence];
  const pieces: string[] = [];
  let start = 0;
  while (points.length - start > max_characters) {
    const end = findCut(points, start, max_characters);
    pieces.push(points.slice(start, end).join('').trim());
    start = end;
  }
  pieces.push(points.slice(start).join('').trim());
  return pieces;
}

/** The index after the last mark in the second half, so that no piece is short. Else a cut at the maximum. */
function findCut(points: readonly string[], start: number, max_characters: number): number {
  const min = start + Math.floor(max_characters / 2);
  const max = start + max_characters;
  for (const mark of [/[,;:、，；：—–]/u, /\s/u]) {
    const searchStart = min + 1;
    const last = points.slice(searchStart, max).findLastIndex((point) => mark.test(point));
    if (last >= 0) return searchStart + last + 1;
  }
  // Goes back to a point that does not join the one before it, as an accent does.
  let cut = max;
  while (cut > min && JOINS_BEFORE.test(points[cut] ?? '')) cut -= 1;
  return Math.max(start + 1, cut);
}

/** Whether the last word of a text that ends in a period is an abbreviation or a single initial. */
function endsWithAbbreviation(text: string, locale: string): boolean {
  const word = /([\p{L}\p{M}.-]{1,12})\.$/u.exec(text.slice(-20))?.[1]?.toLowerCase();
  if (word === undefined) return false;
  // `It was I.` ends a sentence, `J. I. Smith` does not.
  if (/^\p{L}$/u.test(word)) return !/^(i|я)$/.test(word) || /\.\s*\p{L}\.$/u.test(text);
  // `z. B.`: the segmenter may have split between the letters, so also check the last letter alone.
  const words = ABBREVIATIONS_BY_LANGUAGE.get(languageOf(locale)) ?? ABBREVIATIONS_BY_LANGUAGE.get('en');
  return words?.has(word) === true || /^(\p{L}\.)+\p{L}$/u.test(word);
}

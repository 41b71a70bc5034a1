import { toOrdinal } from 'n2words/de-DE';
import { FEMININE_NOUNS, MASCULINE_NOUNS, NEUTER_NOUNS } from '../../data/de-nouns.ts';
import { wordSet } from '../../numbers.ts';
import type { Form, Match, Rule } from '../../types.ts';
import { EDGE, END, keepPeriod, romanRule, rule } from '../../western/rules.ts';
import { caseAt, isObject } from './cases.ts';

/** The ordinal without its ending. */
export function ordinalStem(value: number): string {
  if (value === 0) return 'nullst';
  return toOrdinal(value).slice(0, -1);
}

export type Gender = Form['gender'];

/** The endings of feminine and of neuter nouns (Duden-Grammatik). */
const FEMININE = /(?:ung|heit|keit|schaft|ion|tät|enz|anz|ie|ik|ur|(?<!e)in|e|erei|elei|tei|zei)$/u;
const NEUTER = /(?:chen|lein|ment|jahr|hundert|haus|spiel|tum|buch|nis|zeug|ett|[^a]um|o)$/u;

/** The gender of a noun, from the word lists and its ending; masculine if neither decides. */
export function getGender(noun: string): Gender {
  if (MASCULINE_NOUNS.has(noun)) return 'm';
  if (NEUTER_NOUNS.has(noun)) return 'n';
  if (FEMININE_NOUNS.has(noun)) return 'f';
  if (NEUTER.test(noun)) return 'n';
  return FEMININE.test(noun) ? 'f' : 'm';
}

/** The noun after a number, also if one adjective comes first. */
export const nounAfter = (after: string): string | undefined =>
  /^ (?:\p{Ll}+(?:e|en|er|es|em) )?(\p{Lu}[\p{L}-]*)/u.exec(after)?.[1];

const WORD_BEFORE = /(?:^|[\s(„"“])(?<word>\p{L}+) $/u;
/** The ending of an adjective after these words, for any noun. */
const ENDINGS: readonly [words: ReadonlySet<string>, ending: string][] = [
  [
    wordSet(
      'am vom zum im beim ab bis dem den des seit nach vor zur ins einem einen eines ihrem seinem meinem deinem unserem ihren seinen meinen deinen unseren diesem diesen jedem jeden jedes keinem keinen einer meiner deiner seiner ihrer unserer eurer keiner zwischen beiden ums vorm',
    ),
    'en',
  ],
  [
    wordSet(
      'die das eine jede diese dieses seine ihre unsere meine deine keine jeder welche welches jener jene',
    ),
    'e',
  ],
];
const AFTER_EIN: Record<Gender, string> = { m: 'er', f: 'e', n: 'es' };
const EIN = wordSet('ein sein ihr unser mein dein kein euer');
/** Words before a dative, in which a feminine adjective without an article ends in -er. */
const DATIVE = wordSet('in mit von aus bei zu auf an unter');
/** Several numbers share one article: `das 1. und 2. Kapitel`. */
const CHAIN = /\d{1,4}\.? ?(?:und|oder|bis|sowie|-|–|,|\/) ?$/;

const OFFICE =
  /(?:meister|leiter|präsident|minister|führer|direktor|trainer|kapitän|sekretär|rat|vorstand|kassierer|schriftführer)(?:in)?$/iu;
/** Nouns that are declined as adjectives, not in the nominative: `an 1. Vorsitzenden`. */
const WEAK = /(?:enden|eten|amten|testen)$/u;

/** The ending of an ordinal (Duden-Grammatik: declension of adjectives). Undefined if the text does not show it. */
export function findEnding(before: string, after: string): string | undefined {
  const ahead = before.replace(CHAIN, '');
  const word = WORD_BEFORE.exec(ahead)?.groups?.word?.toLowerCase();
  if (word === undefined) return undefined;
  const noun = nounAfter(after);
  const gender = noun === undefined ? undefined : getGender(noun);
  // With a feminine noun `der` and `dieser` are the dative or the genitive.
  if (word === 'der' || word === 'dieser') return gender === 'f' ? 'en' : 'e';
  if (EIN.has(word)) return AFTER_EIN[gender ?? 'm'];
  if (DATIVE.has(word) && noun !== undefined && WEAK.test(noun)) return 'en';
  // A letter or greetings: `an zweiten Bürgermeister Meier`.
  if (word === 'an' && noun !== undefined && OFFICE.test(noun)) return gender === 'f' ? 'e' : 'en';
  if (gender === 'f' && DATIVE.has(word)) return 'er';
  if (gender !== undefined && DATIVE.has(word)) return 'em';
  return ENDINGS.find(([words]) => words.has(word))?.[1];
}

/** Without an article the ordinal itself shows gender and case: `erster Platz`, `Wir grüßen zweiten Bürgermeister`. */
export function strongEnding(before: string, after: string): string {
  const noun = nounAfter(after) ?? '';
  const gender = getGender(noun);
  if (WEAK.test(noun)) return 'en';
  const isAccusative = gender === 'm' && (caseAt(before, '') === 'accusative' || isObject(before));
  return isAccusative ? 'en' : AFTER_EIN[gender];
}

const ORDERED =
  'Platz|Kapitel|Stock|Stockwerk|Etage|Obergeschoss|OG|Untergeschoss|UG|Akt|Szene|Teil|Band|Klasse|Jahrhunderts?|Jahrtausends?|Jh\\.|Weltkriegs?|Semester|Spieltag|Runde|Versuch|Auflage|Liga|Bundesliga|Geburtstag|Advent|Mal|Tag|Schritt|Halbzeit|Minute|Spielminute|Bezirk|Gang|Quartal|Jubiläum|Staffel|Folge|Preis|Rang|Etappe|Satz|Lebensjahr|Schuljahr|Hochzeitstag|Todestag|Jahrestag|Generation|Sitzung|Ausgabe|Reihe|Woche|Stunde|Person|Sinfonie|Symphonie|Gebot|Armee|Mannschaft|Vorsitzender?|Bürgermeister(?:in)?|Hälfte|Wahl|Hilfe';
const AFTER_BECOMING =
  /(?:^|\s)(?:wurde|wird|wurden|werden|geworden als|ist|war) (?:(?:sie|Sie) |er |dort |nur )?$/;
const RANKED = /^ (?:im|in|bei|beim|hinter|vor|der|des|von|und|auf)(?!\p{L})/u;
const ALWAYS_DAY = /(?:^|[\s(„"“])(?:am|zum|beim|vom|ab dem|seit dem|bis zum|den) $/i;

const SUBJECT = '[Ii]ch|[Dd]u|[Ee]r|[Ss]ie|[Ee]s|[Ww]ir|[Ii]hr|[Mm]an|\\p{Lu}\\p{Ll}+';
const BECOMING =
  'wurden?|wurdest|werden?|wirst|wird|war(?:en|st)?|bin|bist|ist|sind|kam(?:en)?|landete[nt]?|belegte[nt]?';
/** The subject or the verb before a rank: `Ich wurde 1., Tom 2.` */
const RANK_BEFORE = new RegExp(
  `(?:^|[\\s("„])(?:(?:${BECOMING})(?: (?<inverted>${SUBJECT}))?|(?<subject>${SUBJECT}))(?: (?:nur|sogar|leider|immerhin|wieder|auch|zweimal|schließlich|dort|wohl|oft))? $`,
  'u',
);
const RANK_VERB = new RegExp(`(?<subject>(?<!\\p{L})(?:${SUBJECT})) (?:${BECOMING})(?: \\p{Ll}+)? $`, 'u');
/** Another rank in the sentence. */
const OTHER_RANK = /\d{1,2}\.,? (?:und |aber |doch |dann )?(?:\p{L}+ ){1,3}$/u;
/** A noun whose number is a name: `Kapitel 1`. */
export const LABEL_BEFORE =
  /(?:^|\s)(?:Kapitel|Platz|Artikel|Absatz|Abschnitt|Band|Teil|Nummer|Seite|Punkt|Ziffer|Zimmer|Raum|Klasse|Linie|Gleis|Version|Akt|Szene|Folge|Level|Stufe|Runde|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahr|Uhr|\p{Lu}\p{Ll}*(?:nummer|zahl)) $/u;

/** `Erster`, `Zweite`: the rank of the subject before it. */
function sayRank(value: number, before: string): string | undefined {
  const rank = RANK_BEFORE.exec(before)?.groups;
  if (rank === undefined || LABEL_BEFORE.test(before)) return undefined;
  const subject = rank.subject ?? rank.inverted ?? RANK_VERB.exec(before)?.groups?.subject ?? '';
  const isFeminine = /^(?:sie|wir|ihr)$/i.test(subject) || /^\p{Lu}\p{Ll}+(?:a|ie|ine|tte)$/u.test(subject);
  return capitalize(ordinalStem(value)) + (isFeminine ? 'e' : 'er');
}

/** An ordinal with the ending that the words around it require: `dritten`. */
function sayOrdinal(value: number, { before, after }: Pick<Match, 'before' | 'after'>): string {
  return ordinalStem(value) + (findEnding(before, after) ?? strongEnding(before, after));
}

/** An ordinal whose ending the text around it shows. */
function inflect(value: number, before: string, after: string): string | undefined {
  const ending = findEnding(before, after);
  return ending && ordinalStem(value) + ending;
}

/** `dritte` as `Dritte`. */
const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const NOUN_NEXT = /^ (?:\p{Lu}|\p{Ll}+(?:e|en|er|es|em) \p{Lu}|(?:und|oder|bis|sowie) \d{1,3}\.)/u;

/** Numbers with a period that are ordinals, not the end of a sentence. */
export const DOTTED_ORDINALS: readonly Rule[] = [
  // `die drittgrößte Stadt` (Duden).
  rule(
    'ordinal',
    `${EDGE}(?<number>[2-9]|1\\d)\\.(?: |-)?(?<best>(?:größt|kleinst|best|höchst|längst|kürzest|ältest|jüngst|stärkst|schnellst|meist|wichtigst|reichst|beliebtest|häufigst|schlechtest|letzt)e[nrms]?)${END}`,
    ({ groups }) => ordinalStem(Number(groups.number)) + groups.best,
  ),
  // `dritte bis siebte Klasse`
  rule(
    'ordinal',
    `${EDGE}(?<from>\\d{1,3})\\. ?[-–] ?(?<to>\\d{1,3})\\.(?= \\p{Lu})`,
    ({ groups: { from, to }, ...match }) =>
      `${sayOrdinal(Number(from), match)} bis ${sayOrdinal(Number(to), match)}`,
  ),
  // `3. Platz`
  rule('ordinal', `${EDGE}(?<number>\\d{1,4})\\.(?= (?:${ORDERED})(?![\\p{Ll}]))`, (match) =>
    sayOrdinal(Number(match.groups.number), match),
  ),
  // `als 3. ins Ziel`, `am 5. findet`, `die 2. Reise`
  rule('ordinal', `${EDGE}(?<number>\\d{1,3})\\.(?= \\p{L})`, ({ groups, before, after }) => {
    const value = Number(groups.number);
    if (value > 0 && RANKED.test(after) && AFTER_BECOMING.test(before))
      return capitalize(ordinalStem(value)) + (/Sie |sie /.test(before) ? 'e' : 'er');
    if (WEAK.test(nounAfter(after) ?? '')) return sayOrdinal(value, { before, after });
    if (NOUN_NEXT.test(after)) return inflect(value, before, after);
    // A new sentence would begin with a capital letter: `der erste des Monats`, `als Dritter ins Ziel`.
    if (value === 0 || !/^ \p{Ll}/u.test(after)) return undefined;
    if (/(?:^|\s)als $/i.test(before)) return `${capitalize(ordinalStem(value))}er`;
    if (ALWAYS_DAY.test(before)) return `${ordinalStem(value)}en`;
    return inflect(value, before, '');
  }),
  // A day of the month at the end: `am 5.`
  rule(
    'ordinal',
    `(?<=(?<!\\p{L})(?:[Aa]m|[Zz]um|[Bb]eim|[Vv]om|[Aa]b dem|[Bb]is zum|[Dd]e[rnm]|[Dd]as|[Jj]ede[nrms]) )(?<number>[12]?\\d|3[01])\\.(?=["”“)]?\\s*$|[,;:?!])`,
    (match) => {
      const words = ordinalStem(Number(match.groups.number)) + (findEnding(match.before, '') ?? 'en');
      return keepPeriod(words, match, /^["”“)]?\s*$/);
    },
  ),
  // Before a comma, a period is that of an ordinal, and also in the next part of the sentence: `Ich wurde 1., Tom 2.`
  rule(
    'ordinal',
    `${EDGE}(?<number>[1-9]\\d?)\\.(?=[,;]|["”“)]?(?:\\s*$|\\n| \\p{Lu}| (?:und|oder) ))`,
    (match) => {
      const { before, after } = match;
      if (!/^[,;]/.test(after) && !OTHER_RANK.test(before)) return undefined;
      const words = sayRank(Number(match.groups.number), before);
      return words && keepPeriod(words, match, /^["”“)]?(?:\s*$|\n| \p{Lu})/u);
    },
  ),
  // `II. Weltkrieg`
  romanRule(`${EDGE}(?<roman>[IVX]{1,6})\\.(?= (?:${ORDERED})(?![\\p{Ll}]))`, (value, match) =>
    sayOrdinal(value, match),
  ),
];

const FEMININE_NAME =
  /(?:Elisabeth|Katharina|Margarethe|Maria|Anna|Christina|Isabella|Königin|Zarin|Kaiserin)(?: \p{Lu}\p{Ll}+)? $/u;
const DATIVE_BEFORE =
  /(?:^|\s)(?:unter|von|mit|bei|nach|zu|seit|aus|vor|neben|zwischen) (?:(?:König|Königin|Kaiser|Kaiserin|Papst|Zar|Zarin|Herzog|Fürst|Prinz) )?(?:\p{Lu}\p{Ll}+ ){1,2}$/iu;
const ACCUSATIVE_BEFORE =
  /(?:^|\s)(?:gegen|für|ohne|durch|um|über|auf) (?:(?:König|Königin|Kaiser|Kaiserin|Papst|Zar|Zarin|Herzog|Fürst|Prinz) )?(?:\p{Lu}\p{Ll}+ ){1,2}$/iu;

/** `Ludwig der Vierzehnte`, `unter Ludwig dem Vierzehnten`, `Ludwigs des Vierzehnten`. */
export function regnal(value: number, before: string): string {
  const name = capitalize(ordinalStem(value));
  const isDative = DATIVE_BEFORE.test(before);
  if (FEMININE_NAME.test(before)) return isDative ? `der ${name}en` : `die ${name}e`;
  if (GENITIVE.test(before)) return `des ${name}en`;
  if (isDative) return `dem ${name}en`;
  if (ACCUSATIVE_BEFORE.test(before)) return `den ${name}en`;
  return `der ${name}e`;
}

const GENITIVE =
  /(?:Ludwig|Heinrich|Friedrich|Wilhelm|Karl|Otto|Leopold|Rudolf|Albrecht|Georg|Eduard|Philipp|Paul|Gregor|Napoleon|Alexander|Peter|Gustav|Johann)s $/;

import { toOrdinal } from 'n2words/de-DE';
import { wordSet } from '../../numbers.ts';
import type { Form, Match, Rule } from '../../types.ts';
import { EDGE, END, keepStop, romanRule, rule } from '../../western/rules.ts';

/** The ordinal without its ending. */
export function ordinalStem(value: number): string {
  if (value === 0) return 'nullst';
  return toOrdinal(value).slice(0, -1);
}

export type Gender = Form['gender'];

const FEMININE = /(?:ung|heit|keit|schaft|ion|tät|enz|anz|ie|ik|ur|in|e)$/u;
const NOT_FEMININE = wordSet(
  'Käse Ende Auge Name Junge Kunde Kollege Zeuge Löwe Hase Interesse Gebäude Gemüse Termin Euro Berlin Benzin Abitur Wein Stein Verein Kilo Erbe Getreide Gebirge Russe Franzose Deutsche Drittel',
);
const FEMININE_WORDS = wordSet(
  'Frau Stadt Nacht Hand Person Uhr Zahl Art Wahl Tür Bank Kuh Maus Mark Milliarde Chance Mutter Tochter Schwester Nummer Fahrt Antwort Million Liga Halbzeit Bundesliga Amtszeit Zeit Fassung Schicht Hochzeit Kraft Wand Wahl Dosis Spur Mannschaft Ausfahrt Bahn Welt Prüfung Tonne',
);
const NEUTER = wordSet(
  'Jahr Mal Kapitel Semester Quartal Jubiläum Tor Kind Buch Spiel Album Bundesland Treffen Jahrhundert Jahrtausend Lebensjahr Rennen Auto Haus Zimmer Viertel Drittel Drehbuch Gebot Obergeschoss Geschoss Stockwerk Bild Lied Bier Glas Pfund Kilo Kilogramm Gramm Studienjahr Schuljahr Halbjahr Gleis Regiment Bataillon Baby Opfer Ziel Element Modul Fach Training Mitglied Land Gesetz Finale Halbfinale Set Date Team Wort Zeichen Werk Konzert Dutzend Jahre Kilo Grad Prozent Stück Blatt Ei Zitat Foto Video Heft Tier Update Level Feld Fenster Bein Rad',
);

/** The gender of a noun, from the word lists and its ending; masculine if neither decides. */
export function getGender(noun: string): Gender {
  if (NEUTER.has(noun) || /(?:chen|lein|ment|jahr|hundert|haus|spiel|tum|buch)$/.test(noun)) return 'n';
  const isFeminine = FEMININE_WORDS.has(noun) || (FEMININE.test(noun) && !NOT_FEMININE.has(noun));
  return isFeminine ? 'f' : 'm';
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
  if (gender === 'f' && DATIVE.has(word)) return 'er';
  if (gender !== undefined && DATIVE.has(word)) return 'em';
  return ENDINGS.find(([words]) => words.has(word))?.[1];
}

/** Without an article the ordinal itself shows the gender: `erster Platz`, `zweite Runde`. */
export function strongEnding(after: string): string {
  return AFTER_EIN[getGender(nounAfter(after) ?? '')];
}

const ORDERED =
  'Platz|Kapitel|Stock|Stockwerk|Etage|Obergeschoss|OG|Untergeschoss|UG|Akt|Szene|Teil|Band|Klasse|Jahrhunderts?|Jahrtausends?|Jh\\.|Weltkriegs?|Semester|Spieltag|Runde|Versuch|Auflage|Liga|Bundesliga|Geburtstag|Advent|Mal|Tag|Schritt|Halbzeit|Minute|Spielminute|Bezirk|Gang|Quartal|Jubiläum|Staffel|Folge|Preis|Rang|Etappe|Satz|Lebensjahr|Schuljahr|Hochzeitstag|Todestag|Jahrestag|Generation|Sitzung|Ausgabe|Reihe|Woche|Stunde|Person|Sinfonie|Symphonie|Gebot|Armee|Mannschaft|Vorsitzender?|Bürgermeister(?:in)?|Hälfte|Wahl|Hilfe';
const AFTER_BECOMING =
  /(?:^|\s)(?:wurde|wird|wurden|werden|geworden als|ist|war) (?:(?:sie|Sie) |er |dort |nur )?$/;
const RANKED = /^ (?:im|in|bei|beim|hinter|vor|der|des|von|und|auf)(?!\p{L})/u;
const ALWAYS_DAY = /(?:^|[\s(„"“])(?:am|zum|beim|vom|ab dem|seit dem|bis zum|den) $/i;

function sayOrdinal(value: number, { before, after }: Pick<Match, 'before' | 'after'>): string {
  return ordinalStem(value) + (findEnding(before, after) ?? strongEnding(after));
}

/** An ordinal whose ending the text around it shows. */
function inflect(value: number, before: string, after: string): string | undefined {
  const ending = findEnding(before, after);
  return ending && ordinalStem(value) + ending;
}

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
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
  rule('ordinal', `${EDGE}(?<number>\\d{1,4})\\.(?= (?:${ORDERED})(?![\\p{Ll}]))`, (match) =>
    sayOrdinal(Number(match.groups.number), match),
  ),
  rule('ordinal', `${EDGE}(?<number>\\d{1,3})\\.(?= \\p{L})`, ({ groups, before, after }) => {
    const value = Number(groups.number);
    if (value > 0 && RANKED.test(after) && AFTER_BECOMING.test(before))
      return titled(ordinalStem(value)) + (/Sie |sie /.test(before) ? 'e' : 'er');
    if (NOUN_NEXT.test(after)) return inflect(value, before, after);
    // A new sentence would begin with a capital letter: `der erste des Monats`, `als Dritter ins Ziel`.
    if (value === 0 || !/^ \p{Ll}/u.test(after)) return undefined;
    if (/(?:^|\s)als $/i.test(before)) return `${titled(ordinalStem(value))}er`;
    if (ALWAYS_DAY.test(before)) return `${ordinalStem(value)}en`;
    return inflect(value, before, '');
  }),
  rule(
    'ordinal',
    `(?<=(?<!\\p{L})(?:[Aa]m|[Zz]um|[Bb]eim|[Vv]om|[Aa]b dem|[Bb]is zum|[Dd]e[rnm]|[Dd]as|[Jj]ede[nrms]) )(?<number>[12]?\\d|3[01])\\.(?=["”“)]?\\s*$|[,;:?!])`,
    (match) => {
      const words = ordinalStem(Number(match.groups.number)) + (findEnding(match.before, '') ?? 'en');
      return keepStop(words, match, /^["”“)]?\s*$/);
    },
  ),
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
  const name = titled(ordinalStem(value));
  const isDative = DATIVE_BEFORE.test(before);
  if (FEMININE_NAME.test(before)) return isDative ? `der ${name}en` : `die ${name}e`;
  if (GENITIVE.test(before)) return `des ${name}en`;
  if (isDative) return `dem ${name}en`;
  if (ACCUSATIVE_BEFORE.test(before)) return `den ${name}en`;
  return `der ${name}e`;
}

const GENITIVE =
  /(?:Ludwig|Heinrich|Friedrich|Wilhelm|Karl|Otto|Leopold|Rudolf|Albrecht|Georg|Eduard|Philipp|Paul|Gregor|Napoleon|Alexander|Peter|Gustav|Johann)s $/;

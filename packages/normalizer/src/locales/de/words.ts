import { DAYS, DE, PER } from '../../data/de.ts';
import { SPOKEN } from '../../markup.ts';
import { alternation } from '../../numbers.ts';
import { SIGNS } from '../../signs.ts';
import type { Rule } from '../../types.ts';
import { codeRules, initialismRules, spellCode } from '../../western/codes.ts';
import type { ExpressionWords } from '../../western/expressions.ts';
import { EDGE, END, keepPeriod, romanAfter, romanRule, rule, wordRule } from '../../western/rules.ts';
import { cardinal } from './numbers.ts';
import { regnal } from './ordinals.ts';

export const EXPRESSIONS: ExpressionWords = {
  signs: { ...SIGNS.de, '≤': 'kleiner oder gleich', '≥': 'größer oder gleich' },
  minus: DE.minus,
  cube_root: 'dritte Wurzel aus',
  cardinal,
  score: 'zu',
  ratios:
    'Maßstab|Verhältnis|Seitenverhältnis|Bildschirm|Monitor|Format|Display|gewinnt|gewinnen|gewann|gewannen|siegte|siegten|verlor|verloren|führt|führen|unterlag|unterlagen|Endstand|Ergebnis|Stand|steht es|stand es|Quote|Mischung',
  always: 'vierundzwanzig sieben',
  per: PER,
  per_word: 'pro',
  hashtag: 'Hashtag',
};

const CITIES =
  'Berlin|Hamburg|München|Köln|Frankfurt|Stuttgart|Düsseldorf|Dortmund|Essen|Leipzig|Bremen|Dresden|Hannover|Nürnberg|Bochum|Bonn|Münster|Karlsruhe|Mannheim|Wiesbaden|Kiel|Chemnitz|Halle|Mainz|Lübeck|Erfurt|Rostock|Kassel|Potsdam|Jena|Trier|Ulm|Weimar|Aachen|Passau|Cottbus|Gera|Worms|Celle|Fulda|Wien|Graz|Linz|Wels|Bregenz|Zürich|Basel|Bern|Genf|Lausanne|Luzern|Zug|Chur|Winterthur|Schwerin|Bielefeld|Wuppertal|Göttingen|Paderborn|Koblenz|Konstanz|Stralsund|Greifswald|Bad|Sankt|St\\.';
const TOWN = `(?:${CITIES})(?!\\p{Ll})|\\p{Lu}\\p{Ll}{1,20}(?:burg|berg|dorf|stadt|stadt|heim|hausen|furt|bach|feld|kirchen|kirch|ingen|ungen|münde|brück|brücken|hafen|hagen|rode|leben|stedt|horst|büttel|walde|au|itz|see)(?!\\p{L})`;
const LICENSE_PLATE = '[A-ZÄÖÜ]{1,3}-[A-ZÄÖÜ]{1,2}[ -]?\\d{1,4}[EH]?';

export const CODES: readonly Rule[] = [
  ...codeRules({
    digit: cardinal,
    before:
      'PIN|Code|Passwort|Kennwort|Kontonummer|Kundennummer|Seriennummer|Bestellnummer|Artikelnummer|Matrikelnummer|Rechnungsnummer|Vertragsnummer|Auftragsnummer|Sendungsnummer|PLZ|BLZ|Postleitzahl|Bankleitzahl|Kunden-Nr\\.|Serien-Nr\\.',
  }),
  ...[
    // Postal codes (DIN 5008) before the name of a town, or after a house number.
    `(?<![\\p{L}\\p{N}.,-])(?:(?:D|A|CH|DE|AT)-)?(?:\\d{5}|[1-9]\\d{3})(?= (?:${TOWN}))`,
    // `5, 12345 Neustadt`
    '(?<=\\d ?[a-z]?, )(?:(?:D|A|CH)-)?\\d{5}(?= \\p{Lu})',
    // `B-AB 1234`
    `(?<![\\p{L}\\p{N}-])${LICENSE_PLATE}(?![\\p{L}\\p{N}])`,
  ].map((source) => rule('number', source, ({ text }) => spellCode(text, cardinal))),
];

const REGNAL =
  'Ludwig|Heinrich|Friedrich|Wilhelm|Karl|Otto|Leopold|Franz|Joseph|Josef|Maximilian|Rudolf|Albrecht|Georg|Eduard|Philipp|Johannes|Johannes Paul|Paul|Pius|Benedikt|Leo|Gregor|Elisabeth|Katharina|Napoleon|Alexander|Nikolaus|Peter|Johann|Gustav|Charles|Urban|Innozenz|Clemens|Christian|Margrethe|Ramses|König|Papst|Kaiser';
const COUNTED =
  'Kapitel|Teil|Band|Akt|Szene|Artikel|Typ|Buch|Abschnitt|Stufe|Phase|Klasse|Folge|Episode|Anhang|Gruppe|Zone|Nummer|Apollo|Hartz|Version|Tafel|Satz|Kategorie';

const SHORT_DAY = '(?:Mo|Di|Mi|Do|Fr|Sa|So)';
/** A dash between two days has been read already. */
const BETWEEN_DAYS = `(?:,? ?| ?[/+&] ?| bis | und |${SPOKEN}{1,3})`;
const FULL_DAY = Object.values(DAYS).join('|');
const STREETS: Readonly<Record<string, string>> = {
  'str.': 'straße',
  'STR.': 'STRASSE',
  'pl.': 'platz',
};

export const WORDS: readonly Rule[] = [
  // `s. S. 12`
  wordRule(
    'abbreviation',
    `${EDGE}s\\.(?= (?:S\\.|Seite|Abb\\.|Abbildung|Kapitel|Kap\\.|Anhang|Abschnitt|unten|oben|auch|Tab\\.|Tabelle)(?!\\p{L}))`,
    () => 'siehe',
  ),
  // `S. 12`
  wordRule('abbreviation', `${EDGE}S\\.(?= ?[\\d${SPOKEN}])`, () => 'Seite'),
  // `Hausnr. 5`
  wordRule(
    'abbreviation',
    `${EDGE}(?<of>\\p{L}{3,30})nr\\.(?= ?[\\d${SPOKEN}])`,
    ({ groups }) => `${groups.of}nummer`,
  ),
  // `KW 12`
  wordRule('abbreviation', `${EDGE}KW(?= ?[\\d${SPOKEN}])`, () => 'Kalenderwoche'),
  // `Az. 12`
  wordRule('abbreviation', `${EDGE}Az\\.(?=:? ?[\\d${SPOKEN}])`, () => 'Aktenzeichen'),
  wordRule(
    'symbol',
    `(?<=${EDGE}(?:${SHORT_DAY}\\.?|${FULL_DAY})) ?[-–] ?(?=(?:${SHORT_DAY}(?:\\.|${END})|(?:${FULL_DAY})${END}))`,
    () => ' bis ',
  ),
  // Abbreviated weekdays, if another one is next to them (`Mo-Fr`, `Sa. und So.`), or a date.
  wordRule(
    'abbreviation',
    `${EDGE}${SHORT_DAY}(?:\\.?(?=${BETWEEN_DAYS}(?:${SHORT_DAY}(?:\\.|${END})|(?:${FULL_DAY})${END}))|(?<=(?:${SHORT_DAY}\\.?|${FULL_DAY})${BETWEEN_DAYS}${SHORT_DAY})(?:\\.|${END}))|${EDGE}(?:Mo|Di|Mi|Do|Sa)\\.(?=,? [\\d\\p{Ll}${SPOKEN}])|${EDGE}${SHORT_DAY}\\.?(?=, (?:d[ea][nrm]s? )?[\\d${SPOKEN}])`,
    (match) => keepPeriod(DAYS[match.text.slice(0, 2)] ?? '', match),
  ),
  // A counted noun per unit: `60 Schläge/min`.
  wordRule(
    'unit',
    `(?<=[\\p{N}${SPOKEN}] \\p{Lu}\\p{Ll}{2,20}) ?/ ?(?<per>${alternation(Object.keys(PER))})${END}`,
    ({ groups }) => ` ${PER[groups.per ?? '']}`,
  ),
  ...[
    // `Ludwig XIV.`
    `(?<=(?<![\\p{L}])(?:${REGNAL})s? )(?<roman>[IVXL]{1,6})(?:\\.|${END})`,
    // `Ramses II. war`
    '(?<=\\p{Lu}\\p{Ll}{2,20} )(?<roman>[IVX]{2,6})\\.(?= \\p{Ll}|,)',
  ].map((source) =>
    romanRule(source, (value, match) => keepPeriod(regnal(value, match.before), match, /^["”“]?\s*$/)),
  ),
  // `Kapitel IV`
  romanAfter(COUNTED, (value) => cardinal(value)),
  // Roman numerals of sequels and missions: `Rocky II`.
  romanAfter('\\p{Lu}\\p{Ll}{2,20}', (value) => cardinal(value), '[IVX]{2,6}'),
  ...Object.entries(STREETS).map(([short, long]) =>
    // `Hauptstr. 5`
    wordRule(
      'abbreviation',
      `${EDGE}(?<name>\\p{Lu}[\\p{L}-]{2,30}?)${short.replace('.', '\\.')}(?= ?[\\d${SPOKEN},]|$)`,
      ({ groups }) => `${groups.name}${long}`,
    ),
  ),
  ...initialismRules(DE),
];

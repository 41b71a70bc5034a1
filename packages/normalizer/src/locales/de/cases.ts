import { wordSet } from '../../numbers.ts';
import type { Form } from '../../types.ts';

/** Prepositions and verbs that show the case of the amount after them (Duden-Grammatik). Alternations. */
export const DATIVE = 'in|nach|mit|seit|vor|von|bei|aus|zu|ab|innerhalb von';
export const ACCUSATIVE =
  'für|ohne|durch|gegen|um|über|hat|habe|hatte|haben|hatten|braucht|brauche|brauchen|sucht|kauft|kaufe|gibt es';
const MORE_VERBS =
  'haben Sie|hast|hattest|brauchst|brauchen Sie|kaufen|kaufen Sie|kauf|kosten?|kostet|kostete|kosteten|zahlt|zahle|zahlen|zahlst|bezahlt|bezahle|bezahlen|spare|spart|sparst|sparen|spende|spendet|spenden|verdient|verdiene|gewinnt|gewann|verliert|verlor|bekommt|bekommst|bekam|erhält|erhielt|beträgt|betrug|misst|maß|dauert|dauerte|trinkt|trinke|trinken|trank|nehme|nimm|nehmt|nimmt|nehmen Sie|gib|gebe|geben Sie|fährt|fuhr|läuft|lief|wächst|wuchs|sinkt um|steigt um';
const ADVERB =
  '(?: (?:nur|etwa|rund|circa|ca\\.|genau|fast|knapp|gerade|noch|mindestens|höchstens|maximal|mehr als|weniger als|schon|bereits))?';

const AFTER_DATIVE = new RegExp(`(?<!\\p{L})(?:${DATIVE})${ADVERB} $`, 'iu');
const AFTER_ACCUSATIVE = new RegExp(`(?<!\\p{L})(?:${ACCUSATIVE}|${MORE_VERBS})${ADVERB} $`, 'iu');
/** The second of several things in a recipe: `Man nehme 250 g Mehl und 1 l Milch`. */
const IN_LIST =
  /(?<!\p{L})(?:nehme|nimm|nehmt|nehmen|gib|gebe|geben|füge|fügen|kaufe|kauft|kauf|kaufen|brauche|brauchst|braucht|brauchen|benötige|benötigst|benötigt|benötigen|bestelle|bestellen|trinke|trinken|hinzufügen)(?!\p{L})[^.!?;:\n]{1,30}(?:,| und| sowie| oder) $/iu;
/** A measure before these words is in the accusative: `einen Meter lang`. */
const MEASURED =
  /^ (?:lang|hoch|breit|tief|dick|weit|entfernt|groß|alt|schwer|länger|höher|breiter|tiefer|dicker|weiter|größer|älter|kürzer|niedriger|schmaler|schneller)(?!\p{L})/u;

const PRONOUN = 'ich|du|er|sie|es|wir|ihr|man';
/** Prepositions that show no case, and words after which a number is a subject or a name. */
const NO_OBJECT = 'auf|an|unter|neben|hinter|zwischen|als|wie|und|oder';
/** Verbs without an object, or with one in the dative. */
const INTRANSITIVE = wordSet(
  'bin bist ist sind seid war warst waren wart sei wäre wären werde wirst wird werden wurde wurdest wurden bleibe bleibst bleibt bleiben blieb blieben heiße heißt heißen hieß stehe steht stehen liege liegt liegen sitze sitzt komme kommt kommen kam scheint helfe hilfst hilft helfen half danke dankst dankt danken folge folgst folgt folgen gehört gehören gefällt gefallen begegne begegnet vertraue vertraut fehlt fehlen reicht reichen genügt genügen existiert dass ob als wenn',
);
const TRANSITIVE =
  'isst|aß|trank|sieht|sah|nimmt|nahm|liest|las|schreibt|schrieb|findet|fand|verkauft|verkaufte|besitzt|besaß|enthält|enthielt|bestellt|bestellte|wünscht|möchte|möchten|will|wollte|wollen|suchte|kaufte|brachte|bringt|schenkt|schenkte|trägt|trug|hält|wählt|wählte|öffnet|zeigt|zeigte|kennt|baut|baute|macht|machte|erreicht|schießt|schoss|erzielt|erzielte|holt|holte|bekommen|erhalten|benötigt|lernt|lernte|umfasst|bietet|sammelt|spielt|spielte';
const OBJECT = [
  `(?<!\\p{L})(?:${PRONOUN}) (?<verb>\\p{Ll}+)(?: (?!(?:${NO_OBJECT}) )\\p{Ll}+){0,3} $`,
  `(?<!\\p{L})(?<verb>\\p{Ll}+) (?:${PRONOUN})(?: (?!(?:${NO_OBJECT}) )\\p{Ll}+){0,2} $`,
  `(?<!\\p{L})(?<verb>${TRANSITIVE})(?: (?:nur|etwa|genau|fast|noch|mindestens|höchstens|schon|auch|gern|gerne|immer|täglich|heute|morgen|gestern|dort|jetzt|gerade|sich|mir|dir|ihm|ihr|uns|ihnen)){0,2} $`,
].map((source) => new RegExp(source, 'iu'));
const LAST_PREPOSITION = new RegExp(`(?<!\\p{L})(?:${DATIVE}|${NO_OBJECT}) $`, 'iu');

const STARTS_WITH_VERB = new RegExp(`(?:^|[.!?] )(?:${TRANSITIVE}) $`, 'iu');
/** A noun with a number is a name (`Kapitel 1`), unless it states when. */
const NAMED =
  /(?:^|\s)(?!(?:Ich|Du|Er|Sie|Es|Wir|Ihr|Man|Tag|Morgen|Mittag|Abend|Nacht|Woche|Monat|Jahr|Mal|Stunde|Minute) )\p{Lu}\p{Ll}+ $/u;

/** The counted things before the last one: `Wir bestellen 1 Tee und 1 Kaffee`. `\u{E001}` is `SPOKEN`. */
const LISTED = /(?:\d{1,3}|\u{E001}{1,3}) \p{Lu}\p{L}+(?:,| und| oder) $/u;

/** The text before the first of several things. */
function beforeList(before: string): string {
  let start = before;
  for (let count = 0; count < 3; count++) start = start.replace(LISTED, '');
  return start;
}

/** The case of one thing: after a preposition, as an object (`Ich esse jeden Tag 1 Apfel`), or in a list of these. */
export function caseOfOne(text: string): Form['case'] {
  const before = beforeList(text);
  if (before !== text && AFTER_DATIVE.test(before)) return 'dative';
  if (before !== text && AFTER_ACCUSATIVE.test(before)) return 'accusative';
  return isObject(before) ? 'accusative' : undefined;
}

/** Whether the noun after the text is the object of a verb. */
export function isObject(before: string): boolean {
  if (LAST_PREPOSITION.test(before) || (NAMED.test(before) && !STARTS_WITH_VERB.test(before))) return false;
  return OBJECT.some((pattern) => {
    const verb = pattern.exec(before)?.groups?.verb?.toLowerCase();
    return verb !== undefined && !INTRANSITIVE.has(verb);
  });
}

/** The case of an amount, where the text around it leaves no doubt. */
export function caseAt(before: string, after: string): Form['case'] {
  if (AFTER_DATIVE.test(before)) return 'dative';
  if (AFTER_ACCUSATIVE.test(before) || IN_LIST.test(before) || MEASURED.test(after)) return 'accusative';
  return undefined;
}

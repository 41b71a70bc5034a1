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

/** The case of an amount, where the text around it leaves no doubt. */
export function caseAt(before: string, after: string): Form['case'] {
  if (AFTER_DATIVE.test(before)) return 'dative';
  if (AFTER_ACCUSATIVE.test(before) || IN_LIST.test(before) || MEASURED.test(after)) return 'accusative';
  return undefined;
}

import { alternation } from './numbers.ts';
import type { Rule } from './types.ts';

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const RAISED_CLASS = '[⁰¹²³⁴-⁹]';
const FIRST_RAISED = new RegExp(RAISED_CLASS);
/** Words before the number of a page, a chapter and the like, in the languages with rules. */
const PLACES = alternation(
  (
    'page pages p. pp. chapter chapters ch. section sections sec. volume vol. verse line lines figure fig. table step item part ' +
    'act scene note number no. question exercise lesson version article paragraph appendix year ' +
    'seite seiten s. kapitel kap. abschnitt band bd. vers zeile abbildung abb. tabelle tab. schritt teil akt szene nummer nr. ' +
    'frage übung lektion artikel art. absatz jahr ' +
    'chapitre chap. tome ligne tableau étape partie acte scène numéro n° exercice leçon année ' +
    'página páginas pág. capítulo cap. sección tomo verso línea figura tabla paso parte acto escena número núm. pregunta ' +
    'ejercicio lección versión artículo párrafo año ' +
    'pagina pagine pag. capitolo sezione riga tabella passo atto scena numero domanda esercizio lezione versione articolo anno ' +
    'seção secção linha tabela ato cena pergunta exercício lição versão artigo parágrafo ano ' +
    'ページ 页 頁 쪽 페이지 제'
  ).split(' '),
);
/** The end of a text before a raised number that is the mark of a note: a place, a year, an amount, or a sentence. */
const NOTED = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:${PLACES})\\s?\\d{1,6}|(?<![\\d.,])(?:1[1-9]|20)\\d\\d|\\d{5}|\\d[.,]\\d{1,3}|[%‰€$£¥]|\\p{Ll}{4}|[\\p{L}\\p{N}][.,;:!?…»”"’'])$`,
  'iu',
);
/** A power that is longer than one digit has one of these bases. */
const BASE = /(?<![\d.,])(?:2|10)$|\p{L}$|\)$/u;

/** The digits of raised and lowered digits. */
const toPlainDigits = (text: string): string => text.normalize('NFKC');

/**
 * Raised digits that are no power: `5¹/₂` is a fraction, and the mark of a note (`page 5³`, `1999²`, `said.¹`) is not
 * spoken. They stay apart from the number before them in every language.
 */
export const RAISED_RULES: readonly Rule[] = [
  {
    kind: 'number',
    pattern: new RegExp(`(?<![\\p{N}])(?:\\d{1,6} ?)?${RAISED_CLASS}{1,3}[/⁄∕][₀-₉]{1,3}(?![₀-₉])`, 'gu'),
    digits: false,
    say({ text, read }) {
      const raisedIndex = text.search(FIRST_RAISED);
      const integer = text.slice(0, raisedIndex).trim();
      const [numerator = '', denominator = ''] = toPlainDigits(text.slice(raisedIndex)).split(/[/⁄∕]/);
      return read(`${integer} ${numerator}/${denominator}`.trim());
    },
  },
  {
    kind: 'symbol',
    pattern: new RegExp(
      `(?<![${RAISED}⁺⁻])${RAISED_CLASS}{1,3}(?:[,⁻]${RAISED_CLASS}{1,3}){0,5}(?![${RAISED}/⁄∕])`,
      'gu',
    ),
    digits: false,
    say({ text, before, after }) {
      const isList = /[,⁻]/.test(text);
      const isLong = text.length > 1 && /\d$/.test(before) && !BASE.test(before);
      if (!isList && !isLong && !NOTED.test(before)) return undefined;
      // An equation has no notes.
      if (!isList && /^ ?[=+×·*÷<>^]|^ ?[-−–] ?\d/.test(after)) return undefined;
      return /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after) ? ' ' : '';
    },
  },
];

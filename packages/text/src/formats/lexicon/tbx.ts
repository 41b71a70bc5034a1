import { normalizeLocale } from '../../locales/locale.ts';
import { brokenFile, quoteForMessage, unknownLocale } from '../script-error.ts';
import { XML_NAMESPACE, type XmlElement } from '../xml/xml-reader.ts';
import { xmlAttribute, xmlText } from '../xml/xml-writer.ts';
import {
  ALL_LOCALES,
  type LexiconEntry,
  type LexiconSink,
  parseContext,
  toTag,
  UNDETERMINED,
  wordList,
} from './model.ts';
import { readElements } from './xml.ts';

/** The elements of a term and of a language, in TBX 2 and TBX 3. */
const TERMS = new Set(['tig', 'ntig', 'termSec']);
/** The element of a language, in TBX version 2 and 3. */
const LANGUAGES = new Set(['langSet', 'langSec']);
/** The root of the document, in TBX version 2 and 3. */
const ROOTS = new Set(['martif', 'tbx', 'TBX']);
/** Data categories of a term. TBX has none for respellings, so that one is our own. */
const PRONUNCIATION = 'pronunciation';
const RESPELLING = 'x-respelling';
const BEFORE = 'x-context-before';
const AFTER = 'x-context-after';

/** The field of a term that each element, or each type of note, has. */
const TERM_FIELDS: ReadonlyMap<string, 'ipa' | 'respelled' | 'before' | 'after'> = new Map([
  [PRONUNCIATION, 'ipa'],
  [RESPELLING, 'respelled'],
  [BEFORE, 'before'],
  [AFTER, 'after'],
]);
const DESCRIPTIONS = new Set(['descrip', 'note', 'definition']);

interface Term {
  row: number;
  word: string;
  ipa: string;
  respelled: string;
  before: string;
  after: string;
}

/** Reads terms with `pronunciation` notes. Most files have many terms without one, so those are one problem. */
export function readTbx(content: string, defaultLanguage: string | null, sink: LexiconSink): void {
  let [language, description] = [defaultLanguage, ''];
  let term: Term | undefined;
  const silentTerms = { row: 0, count: 0 };
  readElements(content, {
    open({ element, depth }) {
      if (depth === 1 && !ROOTS.has(element.name))
        throw brokenFile(`The file is ${quoteForMessage(`<${element.name}>`)}, not TBX.`, element.row);
      if (LANGUAGES.has(element.name)) {
        description = '';
        language = readTermLanguage(element, defaultLanguage, sink);
      }
      if (TERMS.has(element.name))
        term = { row: element.row, word: '', ipa: '', respelled: '', before: '', after: '' };
    },
    close({ element, text }) {
      const { name } = element;
      if (DESCRIPTIONS.has(name)) description ||= text;
      if (!term) return;
      const field = TERM_FIELDS.get(element.attribute('type') ?? name);
      if (name === 'term') term.word = text;
      // Without the signs around it: `/kæt/`, `[kæt]`.
      else if (field === 'ipa') term.ipa ||= text.replace(/^[/[](.*)[/\]]$/, (_, ipa: string) => ipa.trim());
      else if (field) term[field] ||= text;
      else if (TERMS.has(name)) {
        if (language !== null && !addTerm(term, { language, description }, sink)) {
          silentTerms.row ||= term.row;
          silentTerms.count += 1;
        }
        term = undefined;
      }
    },
  });
  if (silentTerms.count > 0)
    sink.problem(silentTerms.row, `Terms without a pronunciation were skipped: ${silentTerms.count}.`);
}

/** The language of the terms in an element; null if it is unknown, which is reported. */
function readTermLanguage(
  element: XmlElement,
  defaultLanguage: string | null,
  sink: LexiconSink,
): string | null {
  const tag = element.attribute('lang', XML_NAMESPACE) ?? element.attribute('lang') ?? '';
  if (tag === UNDETERMINED) return ALL_LOCALES;
  const language = tag === '' ? defaultLanguage : normalizeLocale(tag);
  if (language === null) sink.problem(element.row, unknownLocale(tag));
  return language;
}

/** Adds a term. Returns false if it has no pronunciation. */
function addTerm(
  { row, word, ipa, respelled, before, after }: Term,
  { language, description }: { language: string; description: string },
  sink: LexiconSink,
): boolean {
  if (word === '' || (ipa === '' && respelled === '')) return false;
  sink.add({
    word,
    language,
    method: respelled === '' ? 'ipa' : 'spelled',
    pronunciation: respelled || null,
    ipa: ipa || null,
    description: description || null,
    context: parseContext(before, after),
    row,
  });
  return true;
}

/** Writes TBX 3 (ISO 30042:2019) with data categories as attributes. */
export function writeTbx(entries: readonly LexiconEntry[]): string {
  const concepts: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const { word, language, method, pronunciation, ipa, description, context } = entry;
    concepts.push(
      `      <conceptEntry id="c${index + 1}">`,
      `        <langSec xml:lang="${xmlAttribute(toTag(language))}">`,
    );
    if (description !== null) concepts.push(`          <note>${xmlText(description)}</note>`);
    concepts.push('          <termSec>', `            <term>${xmlText(word)}</term>`);
    const notes = [
      method === 'ipa' ? [PRONUNCIATION, ipa] : [RESPELLING, pronunciation],
      [BEFORE, wordList(context?.before)],
      [AFTER, wordList(context?.after)],
    ];
    for (const [type, text] of notes)
      if (text) concepts.push(`            <termNote type="${type}">${xmlText(text)}</termNote>`);
    concepts.push('          </termSec>', '        </langSec>', '      </conceptEntry>');
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">',
    '  <tbxHeader><fileDesc><sourceDesc><p>Pronunciation dictionary</p></sourceDesc></fileDesc></tbxHeader>',
    '  <text>\n    <body>',
    ...concepts,
    '    </body>\n  </text>\n</tbx>\n',
  ].join('\n');
}

import { normalizeLocale } from '../../locales/locale.ts';
import { brokenFile, quoteForMessage, unknownLocale } from '../script-error.ts';
import { XML_NAMESPACE } from '../xml/xml-reader.ts';
import { xmlAttribute, xmlText } from '../xml/xml-writer.ts';
import {
  ALL_LOCALES,
  contextOf,
  type LexiconEntry,
  type LexiconSink,
  tagOf,
  UNDETERMINED,
  wordList,
} from './model.ts';
import { readElements } from './xml.ts';

/** The elements of a term and of a language, in TBX 2 and TBX 3. */
const TERMS = new Set(['tig', 'ntig', 'termSec']);
const LANGUAGES = new Set(['langSet', 'langSec']);
const ROOTS = new Set(['martif', 'tbx', 'TBX']);
/** Data categories of a term. TBX has none for respellings, so that one is our own. */
const PRONUNCIATION = 'pronunciation';
const RESPELLING = 'x-respelling';
const BEFORE = 'x-context-before';
const AFTER = 'x-context-after';

interface Term {
  row: number;
  word: string;
  ipa: string;
  respelled: string;
  before: string;
  after: string;
}

/** Reads terms with `pronunciation` notes. Most files have many terms without one, so those are one problem. */
export function readTbx(content: string, given: string | null, sink: LexiconSink): void {
  let [language, description] = [given, ''];
  let term: Term | undefined;
  const silent = { row: 0, count: 0 };
  readElements(content, {
    open({ element, depth }) {
      if (depth === 1 && !ROOTS.has(element.name))
        throw brokenFile(`The file is ${quoteForMessage(`<${element.name}>`)}, not TBX.`, element.row);
      if (LANGUAGES.has(element.name)) {
        description = '';
        const named = element.attribute('lang', XML_NAMESPACE) ?? element.attribute('lang') ?? '';
        language = named === UNDETERMINED ? ALL_LOCALES : named === '' ? given : normalizeLocale(named);
        if (language === null) sink.problem(element.row, unknownLocale(named));
      }
      if (TERMS.has(element.name))
        term = { row: element.row, word: '', ipa: '', respelled: '', before: '', after: '' };
    },
    close({ element, text }) {
      const { name } = element;
      const type = element.attribute('type') ?? name;
      if (name === 'descrip' || name === 'note' || name === 'definition') description ||= text;
      if (!term) return;
      if (name === 'term') term.word = text;
      else if (type === PRONUNCIATION)
        term.ipa ||= text.replace(/^[/[](.*)[/\]]$/, (_, ipa: string) => ipa.trim());
      else if (type === RESPELLING) term.respelled ||= text;
      else if (type === BEFORE) term.before ||= text;
      else if (type === AFTER) term.after ||= text;
      else if (TERMS.has(name)) {
        addTerm(term, { language, description, sink, silent });
        term = undefined;
      }
    },
  });
  if (silent.count > 0)
    sink.problem(silent.row, `Terms without a pronunciation were skipped: ${silent.count}.`);
}

interface Place {
  language: string | null;
  description: string;
  sink: LexiconSink;
  silent: { row: number; count: number };
}

function addTerm(
  { row, word, ipa, respelled, before, after }: Term,
  { language, description, sink, silent }: Place,
): void {
  if (language === null) return;
  if (word === '' || (ipa === '' && respelled === '')) {
    silent.row ||= row;
    silent.count += 1;
    return;
  }
  sink.add({
    word,
    language,
    method: respelled === '' ? 'ipa' : 'spelled',
    pronunciation: respelled || null,
    ipa: ipa || null,
    description: description || null,
    context: contextOf(before, after),
    row,
  });
}

/** Writes TBX 3 (ISO 30042:2019) with data categories as attributes. */
export function writeTbx(entries: readonly LexiconEntry[]): string {
  const concepts = entries.map(
    ({ word, language, method, pronunciation, ipa, description, context }, index) => {
      const notes = [
        method === 'ipa' ? [PRONUNCIATION, ipa] : [RESPELLING, pronunciation],
        [BEFORE, wordList(context?.before)],
        [AFTER, wordList(context?.after)],
      ];
      return [
        `      <conceptEntry id="c${index + 1}">`,
        `        <langSec xml:lang="${xmlAttribute(tagOf(language))}">`,
        ...(description === null ? [] : [`          <note>${xmlText(description)}</note>`]),
        '          <termSec>',
        `            <term>${xmlText(word)}</term>`,
        ...notes.flatMap(([type, text]) =>
          text ? [`            <termNote type="${type}">${xmlText(text)}</termNote>`] : [],
        ),
        '          </termSec>',
        '        </langSec>',
        '      </conceptEntry>',
      ].join('\n');
    },
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">',
    '  <tbxHeader><fileDesc><sourceDesc><p>Pronunciation dictionary</p></sourceDesc></fileDesc></tbxHeader>',
    '  <text>\n    <body>',
    ...concepts,
    '    </body>\n  </text>\n</tbx>\n',
  ].join('\n');
}

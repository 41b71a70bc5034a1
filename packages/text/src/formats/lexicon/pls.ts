import { normalizeLocale } from '../../locales/locale.ts';
import { brokenFile, quoteForMessage, unknownLocale } from '../script-error.ts';
import { XML_NAMESPACE, type XmlElement } from '../xml/xml-reader.ts';
import { xmlAttribute, xmlText } from '../xml/xml-writer.ts';
import { ALL_LOCALES, type LexiconEntry, type LexiconSink, tagOf, UNDETERMINED } from './model.ts';
import { readElements } from './xml.ts';

const NAMESPACE = 'http://www.w3.org/2005/01/pronunciation-lexicon';

interface Sound {
  kind: 'phoneme' | 'alias';
  text: string;
  alphabet: string;
  prefer: boolean;
}

interface Lexeme {
  row: number;
  role: string | undefined;
  graphemes: string[];
  sounds: Sound[];
  examples: string[];
}

/**
 * Reads PLS 1.0. Every grapheme of a lexeme becomes an entry with the preferred pronunciation, else the first. The
 * alphabet of a phoneme is its own, else that of the lexicon.
 */
export function readPls(content: string, given: string | null, sink: LexiconSink): void {
  let [alphabet, language] = ['', given];
  let lexeme: Lexeme | undefined;
  readElements(content, {
    open({ element, depth }) {
      if (depth === 1) {
        language = languageOf(element, given);
        alphabet = element.attribute('alphabet') ?? '';
      }
      if (element.name === 'lexeme')
        lexeme = {
          row: element.row,
          role: element.attribute('role'),
          graphemes: [],
          sounds: [],
          examples: [],
        };
    },
    close({ element, text }) {
      if (element.name === 'lexeme' && lexeme) {
        addLexeme(lexeme, language, sink);
        lexeme = undefined;
      } else if (lexeme) addPart(lexeme, { element, text, alphabet });
    },
  });
}

function languageOf(root: XmlElement, given: string | null): string | null {
  if (root.name !== 'lexicon')
    throw brokenFile(
      `The file is ${quoteForMessage(`<${root.name}>`)}, not a pronunciation lexicon.`,
      root.row,
    );
  const named = root.attribute('lang', XML_NAMESPACE) ?? '';
  if (named === '') return given;
  if (named.toLowerCase() === UNDETERMINED || named === ALL_LOCALES) return ALL_LOCALES;
  const language = normalizeLocale(named);
  if (language === null) throw brokenFile(unknownLocale(named), root.row);
  return language;
}

function addPart(
  lexeme: Lexeme,
  { element, text, alphabet }: { element: XmlElement; text: string; alphabet: string },
): void {
  const { name } = element;
  if (name === 'grapheme' && text !== '') lexeme.graphemes.push(text);
  if (name === 'example' && text !== '') lexeme.examples.push(text);
  if (name !== 'phoneme' && name !== 'alias') return;
  const prefer = element.attribute('prefer') === 'true';
  const own = element.attribute('alphabet') ?? alphabet;
  if (text !== '') lexeme.sounds.push({ kind: name, text, alphabet: own, prefer });
}

function addLexeme(
  { row, role, graphemes, sounds, examples }: Lexeme,
  language: string | null,
  sink: LexiconSink,
) {
  if (language === null)
    return sink.problem(row, 'The lexicon has no xml:lang. Add it, or set `language` of the import.');
  if (graphemes.length === 0) return sink.problem(row, 'The lexeme has no grapheme.');
  const usable = sounds.filter(({ kind, alphabet }) => kind === 'alias' || alphabet.toLowerCase() === 'ipa');
  const sound = usable.find(({ prefer }) => prefer) ?? usable[0];
  const word = quoteForMessage(graphemes[0] ?? '');
  if (!sound) {
    const other = sounds[0]?.alphabet;
    const reason = other ? `is in the alphabet ${quoteForMessage(other)}; use ipa` : 'is missing';
    return sink.problem(row, `The pronunciation of ${word} ${reason}.`);
  }
  if (role !== undefined)
    sink.problem(row, `The role of ${word} is ignored: the pronunciation applies wherever the word occurs.`);
  const isIpa = sound.kind === 'phoneme';
  const said = { pronunciation: isIpa ? null : sound.text, ipa: isIpa ? sound.text : null };
  const rest = { ...said, description: examples.join('; ') || null, context: null, row };
  for (const grapheme of graphemes)
    sink.add({ word: grapheme, language, method: isIpa ? 'ipa' : 'spelled', ...rest });
}

/** Writes PLS 1.0. Words with the same pronunciation share a lexeme, as its graphemes. */
export function writePls(entries: readonly LexiconEntry[], language: string): string {
  const groups = Map.groupBy(entries, ({ method, pronunciation, ipa, description }) =>
    JSON.stringify([method, method === 'ipa' ? ipa : pronunciation, description]),
  );
  const lexemes = Array.from(groups.values(), (group) => {
    const [
      { method, pronunciation, ipa, description } = {
        method: 'ipa',
        pronunciation: '',
        ipa: '',
        description: null,
      },
    ] = group;
    const tag = method === 'ipa' ? 'phoneme' : 'alias';
    return [
      '  <lexeme>',
      ...group.map(({ word }) => `    <grapheme>${xmlText(word)}</grapheme>`),
      `    <${tag}>${xmlText((method === 'ipa' ? ipa : pronunciation) ?? '')}</${tag}>`,
      ...(description === null ? [] : [`    <example>${xmlText(description)}</example>`]),
      '  </lexeme>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<lexicon version="1.0" xmlns="${NAMESPACE}" alphabet="ipa" xml:lang="${xmlAttribute(tagOf(language))}">`,
    ...lexemes,
    '</lexicon>\n',
  ].join('\n');
}

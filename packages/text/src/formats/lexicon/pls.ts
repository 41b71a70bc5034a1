import { brokenFile, quoteForMessage, unknownLocale } from '../script-error.ts';
import { XML_NAMESPACE, type XmlElement } from '../xml/xml-reader.ts';
import { xmlAttribute, xmlText } from '../xml/xml-writer.ts';
import {
  ALL_LOCALES,
  type LexiconEntry,
  type LexiconSink,
  readLanguage,
  toTag,
  UNDETERMINED,
} from './model.ts';
import { readElements } from './xml.ts';

const NAMESPACE = 'http://www.w3.org/2005/01/pronunciation-lexicon';

interface Lexeme {
  row: number;
  role: string | undefined;
  graphemes: string[];
  sounds: { kind: 'phoneme' | 'alias'; text: string; alphabet: string; prefer: boolean }[];
  examples: string[];
}

/**
 * Reads PLS 1.0. Every grapheme of a lexeme becomes an entry with the preferred pronunciation, else the first. The
 * alphabet of a phoneme is its own, else that of the lexicon.
 */
export function readPls(content: string, defaultLanguage: string | null, sink: LexiconSink): void {
  let [alphabet, language] = ['', defaultLanguage];
  let lexeme: Lexeme | undefined;
  readElements(content, {
    open({ element, depth }) {
      if (depth === 1) {
        language = readRootLanguage(element) ?? defaultLanguage;
        alphabet = element.attribute('alphabet') ?? '';
      }
      if (element.name !== 'lexeme') return;
      const role = element.attribute('role');
      lexeme = { row: element.row, role, graphemes: [], sounds: [], examples: [] };
    },
    close({ element, text }) {
      const { name } = element;
      if (!lexeme) return;
      if (name === 'lexeme') {
        addLexeme(lexeme, language, sink);
        lexeme = undefined;
      } else if (text === '') return;
      else if (name === 'grapheme') lexeme.graphemes.push(text);
      else if (name === 'example') lexeme.examples.push(text);
      else if (name === 'phoneme' || name === 'alias') {
        const prefer = element.attribute('prefer') === 'true';
        const own = element.attribute('alphabet') ?? alphabet;
        lexeme.sounds.push({ kind: name, text, alphabet: own, prefer });
      }
    },
  });
}

/** The language of a lexicon; undefined if it names none. Throws if the file is no lexicon. */
function readRootLanguage(root: XmlElement): string | undefined {
  if (root.name !== 'lexicon')
    throw brokenFile(
      `The file is ${quoteForMessage(`<${root.name}>`)}, not a pronunciation lexicon.`,
      root.row,
    );
  const tag = root.attribute('lang', XML_NAMESPACE) ?? '';
  if (tag === '') return undefined;
  if (tag.toLowerCase() === UNDETERMINED) return ALL_LOCALES;
  const language = readLanguage(tag);
  if (language === null) throw brokenFile(unknownLocale(tag), root.row);
  return language;
}

/** Adds an entry for each grapheme of a lexeme, or reports why it cannot be used. */
function addLexeme(lexeme: Lexeme, language: string | null, sink: LexiconSink) {
  const { row, role, graphemes, sounds, examples } = lexeme;
  if (language === null)
    return sink.problem(row, 'The lexicon has no xml:lang. Add it, or set `language` of the import.');
  if (graphemes.length === 0) return sink.problem(row, 'The lexeme has no grapheme.');
  const usableSounds = sounds.filter(
    ({ kind, alphabet }) => kind === 'alias' || alphabet.toLowerCase() === 'ipa',
  );
  const sound = usableSounds.find(({ prefer }) => prefer) ?? usableSounds[0];
  const firstWord = quoteForMessage(graphemes[0] ?? '');
  if (!sound) {
    const alphabet = sounds[0]?.alphabet;
    const reason = alphabet ? `is in the alphabet ${quoteForMessage(alphabet)}; use ipa` : 'is missing';
    return sink.problem(row, `The pronunciation of ${firstWord} ${reason}.`);
  }
  if (role !== undefined)
    sink.problem(
      row,
      `The role of ${firstWord} is ignored: the pronunciation applies wherever the word occurs.`,
    );
  const isIpa = sound.kind === 'phoneme';
  for (const word of graphemes)
    sink.add({
      word,
      language,
      method: isIpa ? 'ipa' : 'spelled',
      pronunciation: isIpa ? null : sound.text,
      ipa: isIpa ? sound.text : null,
      description: examples.join('; ') || null,
      context: null,
      row,
    });
}

/** Writes PLS 1.0. Words with the same pronunciation share a lexeme, as its graphemes. */
export function writePls(entries: readonly LexiconEntry[], language: string): string {
  const groups = Map.groupBy(entries, ({ method, pronunciation, ipa, description }) =>
    JSON.stringify([method, method === 'ipa' ? ipa : pronunciation, description]),
  );
  const lexemes: string[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    lexemes.push('  <lexeme>');
    for (const { word } of group) lexemes.push(`    <grapheme>${xmlText(word)}</grapheme>`);
    if (first.method === 'ipa') lexemes.push(`    <phoneme>${xmlText(first.ipa ?? '')}</phoneme>`);
    else lexemes.push(`    <alias>${xmlText(first.pronunciation ?? '')}</alias>`);
    if (first.description !== null) lexemes.push(`    <example>${xmlText(first.description)}</example>`);
    lexemes.push('  </lexeme>');
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<lexicon version="1.0" xmlns="${NAMESPACE}" alphabet="ipa" xml:lang="${xmlAttribute(toTag(language))}">`,
    ...lexemes,
    '</lexicon>\n',
  ].join('\n');
}

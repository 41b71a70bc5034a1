import * as text from '../../src/index.ts';
import { ALL_LOCALES, type ScriptUnit } from '../../src/index.ts';

type Work = (text: string) => unknown;

const bytesOf = (written: string): Uint8Array => new TextEncoder().encode(written);
const policy = { locale: 'en-us', placeholder_values: { name: 'Ada' } };
const SCRIPT_OPTIONS = { csv_column: null, csv_has_header: true, source_language: 'en-us' };

const scriptOf =
  (format: text.ScriptFormat, wrap = (written: string) => written): Work =>
  (written) =>
    text.parseScript({ ...SCRIPT_OPTIONS, format, bytes: bytesOf(wrap(written)) });

async function drained(pieces: AsyncIterable<string>): Promise<void> {
  for await (const _ of pieces);
}

async function* unitsOf(script: string): AsyncGenerator<ScriptUnit> {
  const line = { line_id: script, locale_code: 'en-us', script };
  const told = { character_name: script, notes: script, direction: script };
  yield { source: line, target: { ...line, locale_code: 'de-de' }, ...told, max_duration_ms: null };
}

const compared = (script: string, heard: string) =>
  text.compareTexts({ script, transcript: { text: heard, words: [] }, locale: 'en-us' });

const entries = ['a', 'a b', "a'", '1', '漢', '-'].map((key) => {
  return { key, word: key, language: ALL_LOCALES, context: null };
});
const inContext = { ...entries[0], key: 'a', context: { before: ['b', 'a'], after: ['a', 'c'] } };

const entryOf = (word: string): text.LexiconEntry => {
  return {
    word,
    language: 'en',
    method: 'spelled',
    pronunciation: word,
    ipa: null,
    description: word,
    context: null,
  };
};
const xliff = (content: string): string =>
  `<xliff version="1.2"><file original="f" source-language="en" target-language="de" datatype="x"><body><trans-unit id="1"><source>${content}</source></trans-unit></body></file></xliff>`;
const escaped = (written: string): string => written.replace(/[<&]/g, '_');

/** The work of every exported function on a text, by name; several entries for one that has several ways. */
export const WORK: Readonly<Record<string, Record<string, Work>>> = {
  compareTexts: {
    equal: (written) => compared(written, written),
    other: (written) => compared(written, `Hello ${written}`),
  },
  countedRate: {},
  buildDiff: {
    words: async (written) => {
      const comparison = await compared(written, written);
      return comparison && text.buildDiff(comparison, 'en-us');
    },
  },
  findTextErrors: {
    words: async (written) => {
      const comparison = await compared(written, `Hello ${written}`);
      return comparison && text.findTextErrors(comparison, 1_000);
    },
  },
  countMissingEnd: {},
  misheardWords: {
    parts: (written) => {
      const part = {
        locale_code: 'en-us',
        text: written,
        script: written,
        transcript: written,
        take_id: 't',
        line: 1,
      };
      return text.misheardWords([part, { ...part, take_id: 'u' }], String);
    },
  },
  pronouncedWords: {
    words: async (written) => {
      const comparison = await compared(written, written);
      const words = [{ word: 'a', respelled: 'ay', ipa: null }];
      return comparison && text.pronouncedWords(comparison, words, { locale: 'en-us' });
    },
  },
  recordedWords: {
    plain: (written) => text.recordedWords(written, 'en-us', []),
    marked: (written) =>
      text.recordedWords(`<recorded sha256="00" word="a">a</recorded>${written}`, 'en-us', []),
  },
  tokenize: {
    en: (written) => text.tokenize(written, 'en-us'),
    ja: (written) => text.tokenize(written, 'ja-jp'),
    numbers: (written) => text.tokenize(`${written} ${'3 '.repeat(written.length / 4)}`, 'en-us'),
  },
  canRespell: { locale: text.canRespell },
  countText: {},
  readCastingSheet: {
    rows: (written) => text.readCastingSheet(bytesOf(`character,voice,locale\n${written}`), 'csv'),
    cell: (written) =>
      text.readCastingSheet(bytesOf(`character,voice\n"${written.replaceAll('"', '""')}",v`), 'csv'),
  },
  countScript: {
    csv: (written) =>
      text.countScript({ format: 'csv', size_bytes: written.length, read: () => [bytesOf(written)] }),
    txt: (written) =>
      text.countScript({ format: 'txt', size_bytes: written.length, read: () => [bytesOf(written)] }),
    srt: (written) =>
      text.countScript({ format: 'srt', size_bytes: written.length, read: () => [bytesOf(written)] }),
  },
  textCell: { cell: text.textCell },
  writeScriptCsv: { lines: (written) => drained(text.writeScriptCsv(unitsOf(written))) },
  entriesInOrder: {},
  languagesFor: { locale: text.languagesFor },
  readLexicon: {
    csv: (written) => text.readLexicon(`word,language,ipa\n${written}`, 'csv', { language: 'en' }),
    pls: (written) =>
      text.readLexicon(
        `<?xml version="1.0"?><lexicon version="1.0" alphabet="ipa"><lexeme><grapheme>${escaped(written)}</grapheme><alias>a</alias></lexeme></lexicon>`,
        'pls',
        { language: 'en' },
      ),
    tbx: (written) =>
      text.readLexicon(
        `<tbx><text><body><conceptEntry><langSec xml:lang="en"><termSec><term>a</term><termNote type="pronunciation">${escaped(written)}</termNote></termSec></langSec></conceptEntry></body></text></tbx>`,
        'tbx',
        { language: 'en' },
      ),
    unread: (written) => text.readLexicon(written, 'pls', { language: 'en' }),
  },
  writeLexicon: Object.fromEntries(
    text.LEXICON_FORMATS.map((format) => [
      format,
      (written: string) => text.writeLexicon([entryOf(written)], format, { language: 'en' }),
    ]),
  ),
  overLimit: {},
  fileKey: { name: text.fileKey },
  readRecordingList: {
    csv: (written) => text.readRecordingList(bytesOf(`file,script,line_id\n${written}`), 'csv'),
    json: (written) =>
      text.readRecordingList(bytesOf(JSON.stringify([{ file: written, script: written }])), 'json'),
    unread: (written) => text.readRecordingList(bytesOf(written), 'json'),
  },
  readRecordingName: { name: text.readRecordingName },
  isArchive: {},
  isScriptFormat: {},
  isTextFormat: {},
  parseScript: {
    txt: scriptOf('txt'),
    csv: scriptOf('csv'),
    csvCell: scriptOf('csv', (written) => `id,script\na,"${written.replaceAll('"', '""')}"`),
    csvHeader: scriptOf('csv', (written) => `${written.replace(/[\r\n]/g, ' ')}\na,b`),
    tsv: scriptOf('tsv'),
    srt: scriptOf('srt'),
    srtCue: scriptOf('srt', (written) => `1\n00:00:01,000 --> 00:00:02,000\n${written}`),
    srtTimes: scriptOf('srt', (written) => `1\n00:00:01,000 --> ${written}\nHello.`),
    vtt: scriptOf('vtt', (written) => `WEBVTT\n\n${written}`),
    vttCue: scriptOf('vtt', (written) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${written}`),
    vttNote: scriptOf('vtt', (written) => `WEBVTT\n\nNOTE ${written}`),
    json: scriptOf('json'),
    jsonText: scriptOf('json', (written) => JSON.stringify([written])),
    jsonMessages: scriptOf('json', (written) =>
      JSON.stringify({ a: { message: written, description: written } }),
    ),
    jsonKeys: scriptOf('json', (written) => JSON.stringify({ [written]: written })),
    arb: scriptOf('arb', (written) => JSON.stringify({ '@@locale': 'en', a: written })),
    xliff: scriptOf('xliff'),
    xliffText: scriptOf('xliff', (written) => xliff(escaped(written))),
    xliffMarkup: scriptOf('xliff', xliff),
    xliffAttribute: scriptOf('xliff', (written) => xliff(`<ph id="1">${escaped(written)}</ph>a`)),
    docx: scriptOf('docx'),
  },
  quoteForMessage: { value: text.quoteForMessage },
  respell: {
    ipa: (written) => {
      const sounds: text.Sounds = async (words) => words.map(() => 'a');
      return text.respell(written, { locale: 'en-us', origin: 'en-us', sounds });
    },
  },
  ScriptError: {},
  unknownLocale: { tag: text.unknownLocale },
  writeSrt: { cue: (written) => [...text.writeSrt(cuesOf(written))] },
  writeVtt: { cue: (written) => [...text.writeVtt(cuesOf(written))] },
  transcriptLines: {
    text: (written) => text.transcriptLines({ text: written }, 'en-us'),
    words: (written) => text.transcriptLines({ text: written, words: partsOf(written) }, 'en-us'),
    segments: (written) => text.transcriptLines({ text: written, segments: partsOf(written) }, 'en-us'),
  },
  writeXliff12: {
    lines: (written) =>
      drained(
        text.writeXliff12(written, [
          { source_locale: 'en-us', target_locale: 'de-de', units: unitsOf(written) },
        ]),
      ),
  },
  writeXliff20: {
    lines: (written) =>
      drained(
        text.writeXliff20(written, {
          source_locale: 'en-us',
          target_locale: 'de-de',
          units: unitsOf(written),
        }),
      ),
  },
  cleanScript: { script: text.cleanScript },
  countCharacters: { script: text.countCharacters },
  truncate: { text: (written) => text.truncate(written, written.length / 2) },
  detectLanguage: { text: (written) => text.detectLanguage(written) },
  hasSpeech: { text: text.hasSpeech },
  skipReason: { text: (written) => text.skipReason(written, { ...policy, placeholders: 'skip' }) },
  languageOf: { locale: text.languageOf },
  normalizeLocale: { tag: text.normalizeLocale },
  phonemeParts: { text: text.phonemeParts },
  phonemeTag: { ipa: (written) => text.phonemeTag(written, written) },
  recordingTag: { word: (written) => text.recordingTag({ sha256: '00', word: written }, written) },
  withoutRecordings: { text: text.withoutRecordings },
  withoutWrittenTags: { text: text.withoutWrittenTags },
  splitSentences: {
    en: (written) => text.splitSentences(written, 'en-us'),
    ja: (written) => text.splitSentences(written, 'ja-jp'),
    short: (written) => text.splitSentences(written, 'en-us', 200),
  },
  contextKey: { words: (written) => text.contextKey({ before: written.split(' '), after: [written] }) },
  wordKey: { word: text.wordKey },
  wordReplacer: {
    en: (written) => text.wordReplacer(entries, 'en-us')(written, () => 'b'),
    ja: (written) => text.wordReplacer(entries, 'ja-jp')(written, () => 'b'),
    context: (written) => text.wordReplacer([inContext], 'en-us')(written, () => 'b'),
  },
  contextBetween: {
    both: (written) => text.contextBetween({ text: written, policy }, { text: written, policy }),
  },
  rowNeighbors: {},
  createJoiner: {
    parts: (written) => {
      const joiner = text.createJoiner();
      for (const part of written) {
        joiner.add(part);
        joiner.leaveOut('auto');
      }
      return joiner.end();
    },
  },
  markupTally: {
    text: (written) => {
      const tally = text.markupTally();
      tally.add(written, policy);
      return tally.notices();
    },
  },
  mergeValues: { value: (written) => text.mergeValues({ [written]: written }, { name: written }) },
  mayHoldMarkup: { text: text.mayHoldMarkup },
  speechPieces: { text: (written) => text.speechPieces(written, 'en-us') },
  splitAtBreaks: { text: text.splitAtBreaks },
  cleanText: { text: (written) => text.cleanText(written, policy) },
  transcriptText: { text: (written) => text.transcriptText(written, policy) },
  maxAddedCharacters: { text: (written) => text.maxAddedCharacters(written, policy) },
  speechText: {
    text: (written) => text.speechText(written, policy),
    values: (written) => text.speechText('{name} said', { ...policy, placeholder_values: { name: written } }),
    names: (written) =>
      text.speechText('{name} said', { ...policy, placeholder_values: { [written]: 'Ada' } }),
  },
  speechSentences: { text: (written) => text.speechSentences(written, 'en-us') },
  veilMarkup: {
    text: (written) => {
      const { veiled, unveil } = text.veilMarkup(written);
      return unveil(veiled);
    },
  },
  findMarkup: { text: text.findMarkup },
  listMarkup: { text: text.listMarkup },
  charactersOver: {
    'of a line': (script) => text.charactersOver({ script, locale_code: 'en-us', max_characters: 10 }),
  },
  checkTranslation: {
    equal: (written) => text.checkTranslation(candidateOf(written, written)),
    other: (written) => text.checkTranslation(candidateOf(written, `${written} b`)),
  },
  findTerms: { text: (written) => text.findTerms(written, GLOSSARY, 'de-de') },
  expectedRatio: {},
  lengthLimits: {
    text: (written) => text.lengthLimits(written, { max_length_ratio: 2, max_duration_ms: 1_000 }),
  },
  spokenLength: { text: text.spokenLength },
  maxLengthByRatio: {},
  maxPseudoLength: {},
  fixedPieces: { text: text.fixedPieces },
  pseudoTranslate: { text: text.pseudoTranslate },
};

const GLOSSARY = ['a', 'a b', 'abcdefgh', '1'].map((source) => ({ source, target: { de: `${source} x` } }));

const candidateOf = (source: string, translation: string): text.Candidate => {
  const languages = { source_locale: 'en-us', target_locale: 'de-de' };
  return {
    source,
    translation,
    ...languages,
    glossary: GLOSSARY,
    max_length_ratio: 3,
    max_duration_ms: null,
  };
};

const cuesOf = (written: string): text.SubtitleCue[] => [
  { start_ms: 0, end_ms: 1_000, text: written, words: [{ text: written, start_ms: 0 }] },
];

/** A part for every few characters, as a model returns them. */
const partsOf = (written: string) =>
  Array.from({ length: Math.ceil(written.length / 5) }, (_, at) => {
    return { text: written.slice(5 * at, 5 * at + 5), start_ms: 100 * at, end_ms: 100 * at + 90 };
  });

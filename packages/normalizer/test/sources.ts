/** The source of a convention, and what it states. */
export interface Source {
  work: string;
  says: string;
  /**
   * `reading`: how it is said. `writing`: what a notation means and looks like. How it is said then follows
   * from usage.
   */
  about: 'reading' | 'writing';
}

const reading = (work: string, says: string): Source => ({ work, says, about: 'reading' });
const writing = (work: string, says: string): Source => ({ work, says, about: 'writing' });

/**
 * The sources in the parentheses of test groups, each followed by a colon and a place if known. `usage` means
 * that we know no published convention: most of them are about writing. `own` is a rule of this service.
 */
export const SOURCES: Readonly<Record<string, Source>> = {
  'CLDR: rbnf': reading(
    'Unicode CLDR 48, rule-based number formats of the language',
    'Cardinals, ordinals, decimals digit by digit, negative numbers and, in English and German, years in words.',
  ),
  'CLDR: units': reading('Unicode CLDR 48, long names of units', 'Names of units in singular and plural.'),
  'CLDR: currencies': reading('Unicode CLDR 48, names of currencies', 'Names of currencies by plural form.'),
  'NIST SP 811': reading(
    'NIST Special Publication 811, chapter 9',
    'Names of units take the plural of English grammar (9.2); a quotient of units is spelled with "per" (9.5).',
  ),
  'SI Brochure': writing(
    'BIPM, The International System of Units, 9th edition, chapters 2 to 5',
    'Symbols and names of units and prefixes, and how numbers stand beside them.',
  ),
  'ITU-T E.123': writing(
    'ITU-T Recommendation E.123',
    'Telephone numbers are written in groups that spaces part, with + before the country code.',
  ),
  'RFC 3986': writing('RFC 3986', 'The parts of an address on the net and the marks between them.'),
  'RFC 5322': writing('RFC 5322, addr-spec', 'A mail address is a local part, an @ and a domain.'),
  'CMOS 16': writing(
    'The Chicago Manual of Style, 16th edition, chapter 9',
    'How fractions (9.14), money (9.21), years, days, decades (9.30-9.36), times (9.38) and monarchs (9.42) are written; its answers add that days are written as cardinals and said as ordinals.',
  ),
  'Merriam-Webster': reading('Merriam-Webster Dictionary', 'What an abbreviation stands for.'),
  'Hart’s Rules': writing(
    'Hart’s Rules for Compositors and Readers',
    'A full point within a time of day; Henry VIII where the full title would be Henry the Eighth.',
  ),
  'New Hart’s Rules': writing(
    'New Hart’s Rules, 2nd edition, chapters 10 and 11',
    'Abbreviations, numbers and dates: the day comes before the month in British style (11.5).',
  ),
  Duden: reading('Duden, Die deutsche Rechtschreibung', 'Numbers in one word, what abbreviations stand for.'),
  'Duden-Grammatik': reading(
    'Duden, Die Grammatik, numerals',
    'Forms of ein; endings of ordinals by case; fractions in -tel.',
  ),
  'DIN 5008': writing('DIN 5008', 'How dates, times and telephone numbers are written.'),
  Académie: reading(
    'Dictionnaire de l’Académie française, 9e édition',
    'Names of numbers and fractions, and their agreement.',
  ),
  Grevisse: reading(
    'Grevisse, Le Bon Usage, numerals',
    'Un becomes une before a feminine noun; cents, vingts.',
  ),
  'Lexique IN': writing(
    'Lexique des règles typographiques en usage à l’Imprimerie nationale',
    'How ordinals, dates, hours, Roman numerals and abbreviations are written.',
  ),
  'RAE DPD': reading(
    'RAE y ASALE, Diccionario panhispánico de dudas',
    'Names and agreement of cardinals, ordinals and fractions; how dates, hours and letters of initials are said.',
  ),
  'RAE Ortografía': reading(
    'RAE y ASALE, Ortografía de la lengua española (2010)',
    'Decimal marks; how Roman numerals are read, as ordinals or cardinals; list of abbreviations.',
  ),
  Crusca: reading(
    'Accademia della Crusca, consulenza linguistica',
    'Numbers in one word; primo for the first of a month; euro without a plural.',
  ),
  Treccani: reading(
    'Treccani, La grammatica italiana',
    'Articles before numbers, ordinals, fractions, abbreviations.',
  ),
  Bechara: reading('Bechara, Moderna Gramática Portuguesa', 'Agreement of numerals, ordinals and fractions.'),
  'Cunha e Cintra': reading(
    'Cunha e Cintra, Nova Gramática do Português Contemporâneo',
    'Ordinals up to ten, cardinals after that, for monarchs, popes, centuries and chapters.',
  ),
  VOLP: writing(
    'Academia Brasileira de Letras, Vocabulário Ortográfico, reduções',
    'What reductions stand for.',
  ),
  MRPR: writing('Manual de Redação da Presidência da República, 3ª edição', 'How dates are written.'),
  NHK: reading('NHK日本語発音アクセント新辞典, 数詞と助数詞', 'Sounds of numbers before counters.'),
  公用文作成の考え方: writing(
    '文化審議会「公用文作成の考え方（建議）」令和4年',
    '2023年1月1日, 午後3時30分, 8,000円: figures of dates, times and amounts, with 億 and 万 in Han characters.',
  ),
  計量法: writing('計量法 and 計量単位令', 'Names and symbols of units.'),
  '한글 맞춤법': reading(
    '문화체육관광부 고시, 한글 맞춤법',
    'Numbers are spaced by ten thousands (44); 두시 삼십분 오초, 삼학년 (43); 유월, 시월 (52).',
  ),
  표준국어대사전: reading('국립국어원, 표준국어대사전', 'Forms of native numerals before counters.'),
  'GB/T 15835-2011': writing(
    'GB/T 15835-2011 出版物上数字用法',
    'Figures for measures, percentages, fractions, ranges, dates and times; numbering is not counting (3.2).',
  ),
  'GB 3100': writing('GB 3100 国际单位制及其应用', 'Names and symbols of units.'),
  现代汉语词典: reading('现代汉语词典', 'Where 二 and where 两 is said.'),
};

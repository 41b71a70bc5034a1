/** The reading of a text with two lines. */
export const exampleReading = {
  format: 'txt',
  encoding: 'utf-8',
  encoding_guessed: false,
  line_count: 2,
  generated_id_count: 2,
  columns_used: [],
  columns_unused: [],
  skipped_count: 0,
  skipped: [],
  warning_count: 0,
  warnings: [],
  locales: [{ locale_code: 'en-us', line_count: 2 }],
  characters: [{ character_name: null, line_count: 2 }],
};

/** No letter or digit before; none after. */
export const EDGE = '(?<![\\p{L}\\p{N}])';
export const END = '(?![\\p{L}\\p{N}])';
export const SPACE = '[ \\u00a0\\u202f]';
export const DASH = '[-–—]';
/** `17:30` and `17:30:05`; what follows is left to each language. */
export const CLOCK =
  '(?<![\\p{L}\\p{N}:.,])(?<hour>[01]?\\d|2[0-4]):(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?';
export const ISO_DATE = `${EDGE}(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})${END}(?!-)`;
/** The numerals of kings and popes. */
export const REGNAL_NUMERAL = '[IVXL]{1,6}';

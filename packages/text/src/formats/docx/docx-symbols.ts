/** The Greek letters of the font Symbol, by their position from `A` and from `a`. */
const CAPITALS = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ';
const SMALL = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ';
/** Fonts of symbols have their characters from here on, in the private use area. */
const PRIVATE = 0xf000;

/** The character of `<w:sym>`, or null if it is a picture of its font. `char`: a hexadecimal code. */
export function findSymbol(font: string, char: string): string | null {
  if (!/^[0-9a-f]{1,4}$/i.test(char)) return null;
  const code = Number.parseInt(char, 16);
  const position = code >= PRIVATE ? code - PRIVATE : code;
  if (font === 'Symbol') {
    const isDigit = position >= 0x30 && position <= 0x39;
    if (isDigit) return String.fromCodePoint(position);
    // 0x41 is `A`, and 0x61 is `a`.
    return CAPITALS[position - 0x41] ?? SMALL[position - 0x61] ?? null;
  }
  // The private use area, a font of pictures such as Wingdings, or a control character.
  const isPicture = code >= 0xe000 || /dings|webdings|symbol|emoji/i.test(font) || code < 0x20;
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return isPicture || isSurrogate ? null : String.fromCodePoint(code);
}

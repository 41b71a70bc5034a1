/** What a terminal obeys instead of showing it: controls, and marks that turn the direction of text. */
const OBEYED = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text of the service for a person: names and messages must not move the cursor, color or hide anything. */
export const safeText = (text: string): string => text.replaceAll(OBEYED, '\ufffd');

/** A cell or a field: one line of {@link safeText}. */
export const safeLine = (text: string): string => safeText(text.replaceAll(/[\n\t\r]+/g, ' '));

/** A value as JSON that is safe to show: the same value, with escapes where a terminal would obey. */
export const safeJson = (value: unknown, space?: number): string =>
  JSON.stringify(value, null, space).replaceAll(
    OBEYED,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

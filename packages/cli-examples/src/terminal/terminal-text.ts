/** Characters that terminals interpret: control characters and text direction marks. */
const OBEYED = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Makes text from the service safe to print: it cannot move the cursor, color or hide anything. */
export const safeText = (text: string): string => text.replaceAll(OBEYED, '\ufffd');

/** A cell or a field: one line of {@link safeText}. */
export const safeLine = (text: string): string => safeText(text.replaceAll(/[\n\t\r]+/g, ' '));

/** JSON that is safe to print: the same value, with control characters escaped. */
export const safeJson = (value: unknown, space?: number): string =>
  JSON.stringify(value, null, space).replaceAll(
    OBEYED,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

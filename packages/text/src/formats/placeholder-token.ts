const TOKEN_ID = /^[A-Za-z0-9_.:-]{1,64}$/;

/** Whether a placeholder id is allowed in a token. */
export const isTokenId = (id: string): boolean => TOKEN_ID.test(id);

/** The token of an XLIFF placeholder in a line, and a pattern for all tokens. */
export const placeholderToken = (id: string): string => `{ph:${id}}`;
export const PLACEHOLDER_TOKENS = /\{ph:([A-Za-z0-9_.:-]{1,64})\}/g;

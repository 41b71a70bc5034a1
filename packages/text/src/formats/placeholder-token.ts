const TOKEN_ID = /^[A-Za-z0-9_.:-]{1,64}$/;

/** Whether the id of a placeholder can stand in its token. */
export const isTokenId = (id: string): boolean => TOKEN_ID.test(id);

/** A placeholder of XLIFF as it stands in a line, and every such token in a text. */
export const placeholderToken = (id: string): string => `{ph:${id}}`;
export const PLACEHOLDER_TOKENS = /\{ph:([A-Za-z0-9_.:-]{1,64})\}/g;

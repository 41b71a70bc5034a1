const MARKUP =
  /<[/!?]?[a-zA-Z][^<>]*>|\[[^[\]]*\]|\{\{[^{}]*\}\}|\$?\{[^{}]*\}|&#?\w{1,10};|%(?:\d+\$)?[sdifuxc@]/g;

/** Whether a text has a letter or a digit outside of markup and placeholders: what has none is skipped. */
export const hasSpeech = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(MARKUP, ' '));

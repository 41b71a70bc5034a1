const UNSPACED = new Set(['ja', 'zh', 'yue', 'th', 'lo', 'km', 'my']);

/** Whether the language of a locale is written without spaces between words. */
export const isUnspaced = (locale: string): boolean => UNSPACED.has(locale.split('-', 1)[0] ?? '');

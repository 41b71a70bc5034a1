import { findMarkup } from '../../../text/src/index.ts';
import * as normalizer from '../../src/index.ts';

export { NORMALIZER_KINDS, type NormalizeOptions } from '../../src/index.ts';

/** As the service calls it: with the markup of scripts. */
export const normalizeText = (
  text: string,
  locale: string,
  options: normalizer.NormalizeOptions = {},
): normalizer.Normalized => normalizer.normalizeText(text, locale, { markup: findMarkup, ...options });

export const leavesToVoice = (text: string, locale: string): boolean =>
  normalizer.leavesToVoice(text, locale, findMarkup);

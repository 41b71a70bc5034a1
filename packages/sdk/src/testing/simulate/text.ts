import { CONTRACT } from '../../generated/contract.ts';
import type { Caller, Handlers } from '../handler.ts';
import type { World } from '../world.ts';
import { ownAll } from './own.ts';

/** The text with words of the dictionary as they are spelled there; whole words alone, in any case. */
function pronounced(
  world: World,
  caller: Caller,
  { text, locale }: { text: string; locale: string },
): string {
  const speaks = (language: string) => locale === language || locale.startsWith(`${language}-`);
  const words = ownAll(world.entries, caller)
    .filter(({ method, language }) => method === 'spelled' && speaks(language))
    // The longest first: a part of it must not be taken for it.
    .sort((a, b) => b.word.length - a.word.length);
  if (words.length === 0) return text;
  const escaped = words.map(({ word }) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const find = (said: string) => words.find(({ word }) => word.toLowerCase() === said.toLowerCase());
  return text.replaceAll(pattern, (said) => find(said)?.pronunciation ?? said);
}

/** Texts as they are spoken, and whether the service is well. */
export const textHandlers: Handlers = {
  /** Only the dictionary is applied: `supported` is false, as for a language without rules. */
  'text.normalize': ({ world, caller, body }) => {
    const text = body.apply_dictionary === false ? body.text : pronounced(world, caller, body);
    return { data: { text, spoken_script: text, changes: [], supported: false } };
  },
  'health.live': () => ({ data: { status: 'ok', version: CONTRACT.version } }),
  'health.ready': () => ({
    data: { status: 'ready', checks: { database: 'ok', storage: 'ok', workers: 'ok' } },
  }),
};

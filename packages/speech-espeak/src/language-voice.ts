// SPDX-License-Identifier: GPL-3.0-or-later
import type { EspeakVoiceEntry } from '@echogarden/espeak-ng-emscripten';

/** Names of the engine's for languages that have others elsewhere. */
const ALIASES: Readonly<Record<string, string>> = {
  'zh-hk': 'yue',
  'zh-mo': 'yue',
  zh: 'cmn',
  no: 'nb',
  tl: 'fil',
};

/** The voice of a locale: of the locale itself, else the first of its language. */
export function voiceFor(locale: string, voices: Iterable<EspeakVoiceEntry>): string | undefined {
  const base = locale.split('-', 1)[0] ?? '';
  const wanted = [locale, ALIASES[locale], base, ALIASES[base]];
  const named = [...voices].flatMap(({ identifier, languages }) =>
    languages.map(({ name, priority }) => ({ identifier, name, priority })),
  );
  for (const name of wanted) {
    const [best] = named
      .filter((voice) => voice.name === name)
      .sort((one, other) => one.priority - other.priority || plainness(one) - plainness(other));
    if (best) return best.identifier;
  }
  return undefined;
}

/** Variants of a region or a script have longer names. */
const plainness = ({ identifier }: { identifier: string }): number => identifier.length;

import { languageOf } from '@voiceloom/text';

/** One or two sentences with most of the sounds of a language, long enough to hear a melody. */
const TEXTS: Readonly<Record<string, string>> = {
  de: 'Guten Tag. So klinge ich, wenn ich eine kurze oder eine lange Geschichte erzähle.',
  en: 'Hello there. This is how I sound, whether the story is short or long.',
  es: 'Hola, buenos días. Así sueno cuando cuento una historia corta o larga.',
  fr: "Bonjour. Voici ma voix, que l'histoire soit courte ou longue.",
  it: 'Buongiorno. Ecco la mia voce, che la storia sia breve o lunga.',
  ja: 'こんにちは。これがわたしの声です。短い話でも、長い話でも読みます。',
  ko: '안녕하세요. 짧은 이야기든 긴 이야기든 이런 목소리로 들려드립니다.',
  pt: 'Olá, bom dia. É assim que eu soo, seja a história curta ou longa.',
  zh: '你好。无论故事长短，这就是我的声音。',
  // The engine has no words for digits in these.
  chr: 'ᎣᏏᏲ. ᎣᏏᏲ. ᎣᏏᏲ.',
  cv: 'Салам. Салам. Салам.',
  sjn: 'Mae govannen. Mae govannen.',
};

/** Digits are read in every other language. */
const DIGITS = '1, 2, 3, 4, 5, 6, 7, 8, 9, 10.';

export function sampleTextFor(locale: string): string {
  return TEXTS[languageOf(locale)] ?? DIGITS;
}

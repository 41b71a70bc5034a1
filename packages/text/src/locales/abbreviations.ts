import { languageOf } from './locale.ts';

// Words whose period does not end a sentence. Months are included for languages in which a date may precede
// or follow.
const ABBREVIATIONS: Record<string, string> = {
  en: 'mr mrs ms dr prof sr jr st mt vs etc inc ltd co corp dept est approx no vol fig gen col lt sgt capt rev hon jan feb mar apr jun jul aug sep sept oct nov dec e.g i.e a.m p.m u.s u.k',
  de: 'dr prof hr fr nr str bzw ca usw evtl ggf inkl zzgl max min mind bspw vgl abs art std tel z.b d.h u.a o.ä i.d.r jan feb mär apr jun jul aug sep sept okt nov dez st',
  fr: 'm mm mme mlle dr pr st ste av bd env etc ex fig no p.ex c.-à-d janv févr avr juil sept oct nov déc',
  es: 'sr sra srta dr dra d dña prof ud uds vd vds av avda núm pág tel etc p.ej ee.uu ene feb mar abr may jun jul ago sep sept oct nov dic',
  it: 'sig sig.ra sigg dott dott.ssa prof ing avv ecc es pag tel n art gen feb mar apr mag giu lug ago set ott nov dic',
  pt: 'sr sra srta dr dra prof profa av núm pág tel etc ex jan fev mar abr mai jun jul ago set out nov dez',
  nl: 'dhr mevr dr prof drs ir ing bijv enz o.a d.w.z t.a.v nr blz ca jan feb mrt apr jun jul aug sep okt nov dec',
  pl: 'dr prof mgr inż np itd itp tzn tj ul al nr godz ok m.in',
  ru: 'г гг ул им т.д т.п т.е др пр руб коп стр рис см',
  tr: 'dr prof doç sn vb vs örn no cad sok',
};

const TABLE = new Map(
  Object.entries(ABBREVIATIONS).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** Whether the last word of a text that ends in a full stop is an abbreviation or a single initial. */
export function endsWithAbbreviation(text: string, locale: string): boolean {
  const word = /([\p{L}\p{M}.-]{1,12})\.$/u.exec(text.slice(-20))?.[1]?.toLowerCase();
  if (word === undefined) return false;
  if (/^\p{L}$/u.test(word)) return !/^(i|я)$/.test(word) || /\.\s*\p{L}\.$/u.test(text);
  // `z. B.`: the segmenter may have split between the letters, so also check the last letter alone.
  const words = TABLE.get(languageOf(locale)) ?? TABLE.get('en');
  return words?.has(word) === true || /^(\p{L}\.)+\p{L}$/u.test(word);
}

import { toCardinal } from 'n2words/de-DE';
import type { Form } from '../../types.ts';
import { ordinalStem } from './ordinals.ts';

/** The word for one before a noun: `für einen Euro`, `mit einer Krone`. */
export const ONE: Readonly<Record<NonNullable<Form['case']>, Readonly<Record<Form['gender'], string>>>> = {
  accusative: { m: 'einen', f: 'eine', n: 'ein' },
  dative: { m: 'einem', f: 'einer', n: 'einem' },
};

/** `ein Euro`, `eine Krone`, `einhunderteins Pfund`, and `eins` without a noun. */
export function cardinal(value: number, form: Form = { gender: 'm', before_noun: false }): string {
  // Only `eins` itself inflects: `hunderteins Seiten` (Duden-Grammatik).
  if (!form.before_noun || value !== 1) return toCardinal(value);
  if (form.case !== undefined) return ONE[form.case][form.gender];
  return form.gender === 'f' ? 'eine' : 'ein';
}

/** 1984 is nineteen hundred and eighty-four; 1066 and 2026 are thousands. */
export function year(value: number): string {
  if (value < 1100 || value > 1999) return cardinal(value);
  const century = `${cardinal(Math.floor(value / 100))}hundert`;
  if (value % 100 === 0) return century;
  return century + cardinal(value % 100);
}

/** `drei` as `Drei`. */
export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `Drittel`, `Hundertstel`. */
export const fractionName = (bottom: number): string =>
  `${capitalize(ordinalStem(bottom).replace(/^ein(?=[ht])/, ''))}el`;

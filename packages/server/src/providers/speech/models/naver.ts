import { rates } from '../credits.ts';
import type { SpeechModel } from '../provider.ts';

// 2,000 characters in Korean, Japanese and Chinese, 3,000 in English and Spanish (its reference of `tts`, April 2026).
export const NAVER_MODELS: readonly SpeechModel[] = [
  {
    id: 'premium',
    display_name: 'CLOVA Voice Premium',
    is_default: true,
    max_characters: 2_000,
    locales: ['ko-kr', 'ja-jp', 'zh-cn', 'zh-tw', 'en-us', 'es-es'],
    ...rates(),
  },
];

type Speaker = [id: string, name: string, locale: string, gender: 'female' | 'male'];

/** Its list is a page of its documentation. These names come from a published client of it and may not be all. */
export const NAVER_SPEAKERS: readonly Speaker[] = [
  ['nara', 'Ara', 'ko-kr', 'female'],
  ['nminyoung', 'Minyoung', 'ko-kr', 'female'],
  ['nyejin', 'Yejin', 'ko-kr', 'female'],
  ['njiyun', 'Jiyun', 'ko-kr', 'female'],
  ['nsujin', 'Sujin', 'ko-kr', 'female'],
  ['mijin', 'Mijin', 'ko-kr', 'female'],
  ['jinho', 'Jinho', 'ko-kr', 'male'],
  ['nminsang', 'Minsang', 'ko-kr', 'male'],
  ['nsinu', 'Sinu', 'ko-kr', 'male'],
  ['njihun', 'Jihun', 'ko-kr', 'male'],
  ['njooahn', 'Jooahn', 'ko-kr', 'male'],
  ['nseonghoon', 'Seonghoon', 'ko-kr', 'male'],
  ['njihwan', 'Jihwan', 'ko-kr', 'male'],
  ['nsiyoon', 'Siyoon', 'ko-kr', 'male'],
  ['clara', 'Clara', 'en-us', 'female'],
  ['matt', 'Matt', 'en-us', 'male'],
  ['ntomoko', 'Tomoko', 'ja-jp', 'female'],
  ['nnaomi', 'Naomi', 'ja-jp', 'female'],
  ['shinji', 'Shinji', 'ja-jp', 'male'],
  ['meimei', 'Meimei', 'zh-cn', 'female'],
  ['liangliang', 'Liangliang', 'zh-cn', 'male'],
  ['carmen', 'Carmen', 'es-es', 'female'],
  ['jose', 'Jose', 'es-es', 'male'],
];

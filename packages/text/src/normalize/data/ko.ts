import { metric, spelled } from './tables.ts';

export const UNITS: Record<string, string> = {
  ...spelled({
    '%': '퍼센트',
    '‰': '퍼밀',
    '°C ℃ °': '도',
    '°F': '화씨 도',
    'km/h': '시속 킬로미터',
    'm/s': '초속 미터',
    '㎞': '킬로미터',
    '㎝': '센티미터',
    '㎡ m²': '제곱미터',
    'm³': '세제곱미터',
    '㎏': '킬로그램',
    t: '톤',
    'L l ℓ': '리터',
    'ml mL': '밀리리터',
    cc: '시시',
    kWh: '킬로와트시',
    V: '볼트',
    mAh: '밀리암페어시',
    dB: '데시벨',
    Mbps: '메가비피에스',
    hPa: '헥토파스칼',
    kcal: '킬로칼로리',
    ha: '헥타르',
    px: '픽셀',
    ms: '밀리초',
  }),
  ...metric(
    'm',
    { k: '킬로', '': '', c: '센티', m: '밀리', µ: '마이크로', n: '나노' },
    (prefix) => `${prefix}미터`,
  ),
  ...metric('m²', { k: '킬로', c: '센티' }, (prefix) => `제곱${prefix}미터`),
  ...metric('g', { k: '킬로', '': '', m: '밀리' }, (prefix) => `${prefix}그램`),
  ...metric('W', { '': '', k: '킬로' }, (prefix) => `${prefix}와트`),
  ...metric('Hz', { '': '', k: '킬로', M: '메가', G: '기가' }, (prefix) => `${prefix}헤르츠`),
  ...metric('B', { K: '킬로', M: '메가', G: '기가', T: '테라' }, (prefix) => `${prefix}바이트`),
};

export const CURRENCIES: Record<string, string> = spelled({
  '₩ KRW': '원',
  $: '달러',
  'US$ USD': '미국 달러',
  '€ EUR': '유로',
  '£ GBP': '파운드',
  '¥ JPY': '엔',
  CNY: '위안',
  CHF: '스위스 프랑',
});

/** Counted with Korean numerals up to ninety-nine: `세 명`, `스무 살`. */
export const NATIVE_COUNTERS =
  '시간 사람 마리 그루 켤레 송이 가지 군데 바퀴 번째 방울 포기 명 살 개 권 장 대 잔 병 벌 채 척 달 곳 통 줄 판 시 쌍 칸'.split(
    ' ',
  );

/** Counted with Chinese numerals: `삼십 분`, `오 층`. */
export const SINO_COUNTERS =
  '개월 학년 페이지 인분 번지 번길 주년 주일 세기 번 년 월 일 분 초 원 층 호 세 주 도 등 위 쪽 회 과 편 점 반 조 급 차 배 건 곡 박 평 부'.split(
    ' ',
  );

export const ABBREVIATIONS: Record<string, string> = spelled({
  '㈜ (주)': '주식회사',
  '℡': '전화',
  '№': '번호',
  '&': '앤드',
});

export const UNITS: Record<string, string> = {
  '%': '퍼센트',
  '‰': '퍼밀',
  '°C': '도',
  '℃': '도',
  '°F': '화씨 도',
  '°': '도',
  'km/h': '시속 킬로미터',
  'm/s': '초속 미터',
  km: '킬로미터',
  '㎞': '킬로미터',
  cm: '센티미터',
  '㎝': '센티미터',
  mm: '밀리미터',
  m: '미터',
  µm: '마이크로미터',
  nm: '나노미터',
  'm²': '제곱미터',
  '㎡': '제곱미터',
  'km²': '제곱킬로미터',
  'cm²': '제곱센티미터',
  'm³': '세제곱미터',
  kg: '킬로그램',
  '㎏': '킬로그램',
  g: '그램',
  mg: '밀리그램',
  t: '톤',
  L: '리터',
  l: '리터',
  ℓ: '리터',
  ml: '밀리리터',
  mL: '밀리리터',
  cc: '시시',
  W: '와트',
  kW: '킬로와트',
  kWh: '킬로와트시',
  V: '볼트',
  mAh: '밀리암페어시',
  Hz: '헤르츠',
  kHz: '킬로헤르츠',
  MHz: '메가헤르츠',
  GHz: '기가헤르츠',
  dB: '데시벨',
  KB: '킬로바이트',
  MB: '메가바이트',
  GB: '기가바이트',
  TB: '테라바이트',
  Mbps: '메가비피에스',
  hPa: '헥토파스칼',
  kcal: '킬로칼로리',
  ha: '헥타르',
  px: '픽셀',
  ms: '밀리초',
};

export const CURRENCIES: Record<string, string> = {
  '₩': '원',
  KRW: '원',
  $: '달러',
  US$: '미국 달러',
  USD: '미국 달러',
  '€': '유로',
  EUR: '유로',
  '£': '파운드',
  GBP: '파운드',
  '¥': '엔',
  JPY: '엔',
  CNY: '위안',
  CHF: '스위스 프랑',
};

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

export const ABBREVIATIONS: Record<string, string> = {
  '㈜': '주식회사',
  '(주)': '주식회사',
  '℡': '전화',
  '№': '번호',
  '&': '앤드',
};

import type { CodeWords, Labels } from '../eastern/labels.ts';
import { metric, spelled } from './tables.ts';

export const UNITS: Record<string, string> = {
  ...spelled({
    '%': '퍼센트',
    '%p': '퍼센트포인트',
    mph: '시속 마일',
    '도 °C ℃ °': '도',
    '㎜': '밀리미터',
    '㎢': '제곱킬로미터',
    '㎎': '밀리그램',
    '㎖ ml mL': '밀리리터',
    dL: '데시리터',
    'in inch ″': '인치',
    ft: '피트',
    yd: '야드',
    'mi mile miles': '마일',
    'lb lbs': '파운드',
    oz: '온스',
    A: '암페어',
    mA: '밀리암페어',
    J: '줄',
    kJ: '킬로줄',
    N: '뉴턴',
    Ω: '옴',
    kΩ: '킬로옴',
    mol: '몰',
    cal: '칼로리',
    rpm: '알피엠',
    fps: '에프피에스',
    dpi: '디피아이',
    ppm: '피피엠',
    lx: '럭스',
    lm: '루멘',
    min: '분',
    'sec s': '초',
    'h hr': '시간',
    bps: '비피에스',
    kbps: '킬로비피에스',
    Gbps: '기가비피에스',
    '‰': '퍼밀',
    '°F ℉': '화씨 도',
    'km/h': '시속 킬로미터',
    'm/s': '초속 미터',
    'm/s² m/s2': '미터 매 초 제곱',
    '㎞': '킬로미터',
    '㎝': '센티미터',
    '㎡ m²': '제곱미터',
    'm³': '세제곱미터',
    '㎏': '킬로그램',
    t: '톤',
    'L l ℓ': '리터',
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
  ...metric('m2', { '': '', k: '킬로', c: '센티' }, (prefix) => `제곱${prefix}미터`),
  ...metric('m3', { '': '', c: '센티' }, (prefix) => `세제곱${prefix}미터`),
  'cm³': '세제곱센티미터',
  μm: '마이크로미터',
  ...metric(
    'g',
    { k: '킬로', K: '킬로', '': '', m: '밀리', µ: '마이크로', μ: '마이크로' },
    (prefix) => `${prefix}그램`,
  ),
  ...metric('W', { '': '', k: '킬로', M: '메가', G: '기가' }, (prefix) => `${prefix}와트`),
  ...metric('Pa', { '': '', k: '킬로', M: '메가' }, (prefix) => `${prefix}파스칼`),
  kV: '킬로볼트',
  ...metric('Hz', { '': '', k: '킬로', M: '메가', G: '기가' }, (prefix) => `${prefix}헤르츠`),
  ...metric(
    'B',
    { K: '킬로', k: '킬로', M: '메가', G: '기가', T: '테라', P: '페타' },
    (prefix) => `${prefix}바이트`,
  ),
};

export const CURRENCIES: Record<string, string> = spelled({
  '₩ ￦ KRW': '원',
  $: '달러',
  'US$ USD': '미국 달러',
  '€ EUR': '유로',
  '£ GBP': '파운드',
  '¥ JPY': '엔',
  '¢': '센트',
  'A$ AUD': '호주 달러',
  'C$ CAD': '캐나다 달러',
  'HK$ HKD': '홍콩 달러',
  'S$ SGD': '싱가포르 달러',
  'NT$ TWD': '대만 달러',
  '₹ INR': '루피',
  '₽ RUB': '루블',
  '฿ THB': '밧',
  '₫ VND': '동',
  '₿ BTC': '비트코인',
  'CNY RMB': '위안',
  CHF: '스위스 프랑',
});

/** Counted with Korean numerals up to ninety-nine: `세 명`, `스무 살`. */
export const NATIVE_COUNTERS =
  '시간 사람 마리 그루 켤레 송이 가지 군데 바퀴 번째 방울 포기 명 살 개 권 장 대 잔 병 벌 채 척 달 곳 통 줄 판 시 쌍 칸 자루 식구 자리 끼 그릇 모금 다발 묶음 상자 조각 봉지 접시'.split(
    ' ',
  );

/** Counted with Chinese numerals: `삼십 분`, `오 층`. */
export const SINO_COUNTERS =
  '개월 학년 페이지 인분 번지 번길 주년 주일 세기 번 년 월 일 분 초 원 층 호 세 주 도 등 위 쪽 회 과 편 점 반 조 급 차 배 건 곡 박 평 부'.split(
    ' ',
  );

export const ABBREVIATIONS: Record<string, string> = spelled({
  '㈜ (주)': '주식회사',
  '℡ TEL Tel TEL. Tel. ☎ ☏': '전화',
  '∞': '무한대',
  '№ No. NO. no.': '넘버 ',
  '&': '앤드',
  'vs. vs VS VS.': '대',
  'Dr.': '닥터',
  'Mr.': '미스터',
  'Mrs.': '미시즈',
  'Ms.': '미즈',
  'St.': '세인트',
  'Jr.': '주니어',
  'Prof.': '프로페서',
  'etc. etc': '등등',
  'FAX Fax FAX. Fax.': '팩스',
  'feat. Feat. ft.': '피처링',
  'Ep. ep. EP.': '에피소드 ',
  'Ch. ch. CH.': '채널 ',
  'Lv. lv. LV.': '레벨 ',
  'Ver. ver. VER.': '버전 ',
  'cf. Cf.': '참고',
  'ex) e.g.': '예를 들어',
  '(사) ㈔': '사단법인',
  '(재)': '재단법인',
  '(유)': '유한회사',
  'Co.': '컴퍼니',
  'Ltd.': '리미티드',
  'Inc.': '인크',
  'Corp.': '코퍼레이션',
  'a.k.a. aka': '일명',
  'approx. Approx.': '약',
  'Sr.': '시니어',
  'w/': '위드',
  'i.e.': '즉',
  'P.S.': '추신',
  'Vol. vol.': '볼륨 ',
  '©': '저작권',
});

export const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  '에이 비 시 디 이 에프 지 에이치 아이 제이 케이 엘 엠 엔 오 피 큐 아르 에스 티 유 브이 더블유 엑스 와이 제트'
    .split(' ')
    .map((name, index) => [String.fromCharCode(65 + index), name]),
);

/** Initials that are said as words. */
export const SPOKEN_INITIALS: Readonly<Record<string, string>> = {
  NASA: '나사',
  COVID: '코비드',
  NATO: '나토',
  UNESCO: '유네스코',
  UNICEF: '유니세프',
  OPEC: '오펙',
  APEC: '에이펙',
  ASEAN: '아세안',
  FIFA: '피파',
  AIDS: '에이즈',
  SARS: '사스',
  LAN: '랜',
  RAM: '램',
  ROM: '롬',
  PIN: '핀',
  SIM: '심',
  OK: '오케이',
  KOTRA: '코트라',
  POSCO: '포스코',
  KAIST: '카이스트',
  TOEIC: '토익',
  TOEFL: '토플',
};

/** Initials with a vowel that are said letter by letter. */
export const SPELLED_INITIALS =
  'AI AED API AS ATM BGM BTS CEO CFO CIA CPU CTO DIY DNA DVD EMS EU EV FAQ FBI GDP GPU HDMI IAEA IBM IC ICU ID IMF IOC IOT IP IPO IQ ISO ISS IT KAI LA LED LGBT LPGA MBA MRI NBA NGO OECD OEM OLED OS OST OTT PCR PDF PGA PPL QR SNS SOS SUV UAE UFO UI UN URL USA USB UV UX VIP WHO WTO YTN';

/** The words that show what a number is. */
export const KO_CODES: CodeWords = {
  before:
    '(?:주민(?:등록)?|사업자(?:등록)?|여권|우편|비밀|인증|내선|주문|계좌|회원|예약|운송장|고유|일련|시리얼|식별|관리|접수|확인|카드|고객|송장|사원|수험|등록) ?번호|\\(우\\)|내선|사번|학번|코드|암호|패스워드|PIN|핀|(?<![A-Za-z])OTP',
  endings: '끝 ?자리|뒷 ?자리|앞 ?자리|(?:끝|뒤|뒷|앞|마지막) ?[1-9네세] ?자리(?: ?(?:숫자|번호))?',
  examples: '예를 들어,? ?|예를 들면,? ?|예컨대,? ?|예:? ?',
  after:
    '[이가은는] ?(?:귀하의|고객님의|당신의|회원님의)? ?(?:인증 ?번호|비밀번호|확인 ?코드|인증 ?코드|코드)',
  counted: '개|자리|자(?!리)|번(?!호)|회|원|명|가지|글자|장|건|초|분|시|일|월|년|줄',
};

export const KO_LABELS: Labels = {
  link: '(?:번호)?(?:는|은|이|가|를|을|의)?',
  versions: '버전|(?<![A-Za-z])[Vv](?:er(?:sion)?)?\\.?|빌드|릴리스|펌웨어|업데이트',
  versionsBehind: '버전|판(?!매)',
  places:
    '슬라이드|페이지|쪽|장면|스테이지|레벨|단계|챕터|파트|트랙|디스크|라운드|웨이브|미션|체력|생명력|마나|스태미나|진행률|진행도|문제|문항|사진|그림|영상|에피소드',
  placesBehind: '쪽|페이지|번째|단계',
  expiry: '유효 ?기간|만료일?',
  deadlines: '마감일?|기한|기간|만료일?|발매일|출시일|일정|생일|날짜',
  card: /카드/,
  recordings:
    '(?:동영상|영상|비디오|클립|녹화본?|녹음|음원|오디오|트랙|팟캐스트)(?:의|에서| 속)?|(?:노래|곡)(?:의|에서)',
  stages: '스테이지|월드|구역',
  stagesBehind: '스테이지|월드',
  stage: ' 다시 ',
  durations:
    '재생 ?시간|소요 ?시간|상영 ?시간|러닝 ?타임|경과 ?시간|남은 ?시간|기록|길이|총 ?시간|연주 ?시간',
  hours: '시간',
  minutes: '분',
  seconds: '초',
  degrees: '도',
  compass: { N: '북위', S: '남위', E: '동경', W: '서경' },
  keys: {
    star: '별표',
    hash: '샵',
    // `#을`, but `#를`.
    beforeParticle: (spoken, after) =>
      /^[를로는가와]/.test(after) ? spoken.replace(/샵$/, '우물정자') : spoken,
    behind: /(?:누르고|눌러서?|입력하고)[^.!?\n]{0,6}$/,
    ahead:
      /^ ?(?:[을를과와이나,]|또는|혹은|버튼|키|표|자|으?로)[^.!?\n]{0,30}(?:누르|눌러|누른|눌렀|입력|전화|발신|다이얼)/,
  },
  emergency: {
    numbers: '11[0-9]|12[0-9]|13[12]|182|911|1339|1366|1388|1345|1330',
    labels:
      '긴급 ?전화|긴급 ?신고|경찰|소방서?|화재|범죄 ?신고|간첩 ?신고|구급차?|응급|안내 ?전화|번호 ?안내|상담 ?전화|콜센터',
    about: /신고|전화|긴급|경찰|소방|구급|연락|응급|상담|국번/,
    between: ' ?(?:[,，、·/]|또는|혹은|이나|나|및|와|과) ?',
    noun: ' ?(?:[명원개쪽호층점년월일시분초대건회곳%]|페이지|번[째지길])',
  },
};

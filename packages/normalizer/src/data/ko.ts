import type { CodeWords, Labels } from '../eastern/labels.ts';
import { readEastern } from './tables.ts';
import table from './words/ko.json' with { type: 'json' };

export const {
  units: UNITS,
  currencies: CURRENCIES,
  abbreviations: ABBREVIATIONS,
  letters: LETTERS,
  spoken_initials: SPOKEN_INITIALS,
  spelled_initials: SPELLED_INITIALS,
} = readEastern(table);
/** Counted with Korean numerals up to ninety-nine: `세 명`, `스무 살`. */
export const NATIVE_COUNTERS = table.native_counters.split(' ');
/** Counted with Chinese numerals: `삼십 분`, `오 층`. */
export const SINO_COUNTERS = table.sino_counters.split(' ');

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
    beforeParticle: (words, after) =>
      /^[를로는가와]/.test(after) ? words.replace(/샵$/, '우물정자') : words,
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

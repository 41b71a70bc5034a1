import type { CodeWords, Labels } from '../eastern/labels.ts';
import { readEastern } from './tables.ts';
import table from './words/zh.json' with { type: 'json' };

export const { units: UNITS, currencies: CURRENCIES, abbreviations: ABBREVIATIONS } = readEastern(table);
/** Nouns that are counted with 两 instead of 二. */
export const MEASURES = table.measures.split(' ');
/** The traditional characters, as written in Taiwan, Hong Kong and Macau. */
export const TRADITIONAL: Readonly<Record<string, string>> = table.traditional;

/** The words that show what a number is, in both scripts. */
export const ZH_CODES: CodeWords = {
  before:
    '邮编|邮政编码|郵遞區號|(?:验证|确认|校验|动态|激活|邀请|兑换|取件|提货|取货|取餐|识别|密)码|(?:驗證|確認|校驗|動態|啟用|邀請|兌換|取件|提貨|密)碼|口令|(?:房间|账|编|工|学|订单|卡|序列|会员|流水|快递单?|运单|客户|保单|准考证|排队)号|(?:帳|編|訂單|卡|序號|會員|客戶)號|车牌号?|航班号?|(?:股票)?代码|PIN码?|(?<![A-Za-z])OTP',
  endings:
    '(?:尾|末)[号號]|(?:后|後|末|尾|最后|最後)[1-9一二三四五六七八九几幾][位码碼](?:数字?|數字?)?|末尾',
  examples: '比如|例如|譬如|如',
  after: '[是为為] ?(?:您的|你的|本次)?(?:登录|登錄)?(?:验证码|驗證碼|密码|密碼|确认码|校验码|动态码)',
  counted: '[个個位次种種条條元张張件分秒天年月日号號]',
};

export const ZH_LABELS: Labels = {
  link: '(?:数字|號碼|号码)?[是为為]?',
  versions: '版本|(?<![A-Za-z])[Vv](?:er(?:sion)?)?\\.?|固件|更新至|更新到|升级到|升级至|內部版本',
  versionsBehind: '版|版本',
  places:
    '幻灯片|投影片|页码|頁碼|场景|关卡|第|等级|步骤|章节|曲目|回合|波次|任务|生命值?|血量|体力|魔法值?|法力|进度|題目|题目|照片|图片|视频',
  placesBehind: '[页頁]',
  expiry: '有效期(?:至|到)?|到期日?',
  deadlines: '期限|截止|截止日期|到期日?|有效期(?:至|到)?|发售日|生日|日期|日程',
  card: /卡/,
  recordings:
    '(?:视频|視頻|影片|录像|錄影|音频|音頻|录音|錄音|片段|曲目|歌曲|回放)(?:的|中的?|里的?|內的?|内的?|第)?',
  stages: '关卡|關卡|世界|副本',
  stagesBehind: '[关關](?![于於系係注])',
  stage: '杠',
  durations: '片长|片長|时长|時長|用时|用時|耗时|历时|播放时间|成绩|成績|全长|剩余时间|总时间|长度',
  hours: '小时',
  minutes: '分',
  seconds: '秒',
  degrees: '度',
  compass: { N: '北纬', S: '南纬', E: '东经', W: '西经' },
  keys: {
    star: '星号',
    hash: '井号',
    behind: /(?:按(?![照时時期揭摩理])|拨|撥|输入|輸入|键入)[^。！？\n]{0,12}$/,
    ahead: /^(?:号?键|號?鍵)/,
  },
  emergency: {
    numbers:
      '110|119|120|122|112|114|999|911|12110|12395|12345|12315|12306|12320|96110|10086|10010|10000|95\\d{3}',
    labels:
      '(?:火警|火灾|匪警|报警|報警|急救|救护车?|消防|公安|警察|警方|交通事故|求助|紧急|緊急|查号|救援)(?:电话|電話|热线|熱線)?(?:请|請)?(?:打|拨打?|撥打?)?',
    about: /拨|撥|打|电话|電話|报警|報警|急救|火警|匪警|紧急|緊急|求助|致电|热线|熱線/,
    between: ' ?(?:[、，,/]|或者?|和|与|與|及|以及) ?',
    noun: ' ?(?:[页頁元人个個路分米岁歲次名年月日天起件家户戶块折%]|号[线楼]|號[線樓])',
  },
};

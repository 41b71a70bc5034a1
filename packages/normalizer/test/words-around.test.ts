import { describe, expect, test } from 'vitest';
import { normalizeText } from './support/normalize.ts';

const KINDS: Readonly<
  Record<string, readonly (readonly [locale: string, written: string, spoken: string])[]>
> = {
  'a level or an episode is read before its number': [
    ['en-us', 'You reached Lv. 12!', 'You reached Level twelve!'],
    ['en-gb', 'Play lvl. 7 and ep. 3.', 'Play level seven and episode three.'],
    ['de-de', 'Lvl 5 ist offen.', 'Level fünf ist offen.'],
    ['fr-fr', 'Niv. 12 atteint !', 'Niveau douze atteint !'],
    ['es-es', 'Sube al niv. 5.', 'Sube al nivel cinco.'],
    ['it-it', 'Liv. 3 sbloccato', 'Livello tre sbloccato'],
    ['pt-br', 'Nív. 9 desbloqueado', 'Nível nove desbloqueado'],
    ['ko-kr', 'Lv. 12 달성!', '레벨 십이 달성!'],
    ['ko-kr', 'No. 3', '넘버 삼'],
  ],
  'short names beside others are weekdays and months, also at the end of a sentence': [
    ['en-us', 'Open Sat. and Sun. Bring food.', 'Open Saturday and Sunday. Bring food.'],
    ['en-us', 'It rains in Mar. or Apr.', 'It rains in March or April.'],
    ['de-de', 'Im Jan. und Feb. ist Pause.', 'Im Januar und Februar ist Pause.'],
    ['fr-fr', 'Fermé lun., mar. et mer.', 'Fermé lundi, mardi et mercredi.'],
    ['es-es', 'Cerrado mar. y mié.', 'Cerrado martes y miércoles.'],
    ['it-it', 'Chiuso sab. e dom.', 'Chiuso sabato e domenica.'],
    ['pt-br', 'Aberto seg., ter. e qua.', 'Aberto segunda, terça e quarta.'],
  ],
  'a short weekday is read before its date': [
    ['pt-br', 'A prova é na seg., 3 de fev., na sala.', 'A prova é na segunda, três de fevereiro, na sala.'],
    ['fr-fr', 'Le mar. 3 févr. il part.', 'Le mardi trois février il part.'],
    ['es-es', 'El mar., 3 de feb., sale.', 'El martes, tres de febrero, sale.'],
    ['it-it', 'Mar., 3 feb. si parte.', 'Martedì, tre febbraio si parte.'],
  ],
  'a word before a word that another rule reads is no abbreviation': [
    ['fr-fr', "C'était un jeu. Mlle Petit a ri.", "C'était un jeu. Mademoiselle Petit a ri."],
    ['fr-fr', "C'est un jeu. SNCF en grève.", "C'est un jeu. S N C F en grève."],
    ['es-es', 'Miró el mar. Sra. Gil, venga.', 'Miró el mar. Señora Gil, venga.'],
  ],
  'the year in which something ends is no end of a number': [
    ['en-us', 'The story ends in 2009.', 'The story ends in two thousand nine.'],
    ['en-us', 'The card ends in 2009.', 'The card ends in two zero zero nine.'],
    ['de-de', 'Die Serie endet in 2009.', 'Die Serie endet in zweitausendneun.'],
    ['es-es', 'La serie termina en 2009.', 'La serie termina en dos mil nueve.'],
    ['pt-br', 'A série termina em 2009.', 'A série termina em dois mil e nove.'],
  ],
  'last digits are read one by one, also as an example': [
    [
      'en-us',
      'Enter the last four digits, for example 7390.',
      'Enter the last four digits, for example seven three nine zero.',
    ],
    ['ja-jp', '会員番号の下4桁、7390を入力', '会員番号の下四桁、七三九〇を入力'],
    ['ko-kr', '회원 번호 끝 4자리, 7390을 입력', '회원 번호 끝 네 자리, 칠삼구공을 입력'],
    ['zh-cn', '请输入卡号后4位，比如7390。', '请输入卡号后四位，比如七三九零。'],
  ],
  'one before a unit has the case that a word requires': [
    ['de-de', 'Für 1 € gibt es Brot.', 'Für einen Euro gibt es Brot.'],
    ['de-de', 'Es kostet nur 1,50 €.', 'Es kostet nur einen Euro fünfzig.'],
    ['de-de', 'Nach 1 km links.', 'Nach einem Kilometer links.'],
    ['de-de', 'Ich komme in 1 h.', 'Ich komme in einer Stunde.'],
    ['de-de', 'Das Brett ist 1 m lang.', 'Das Brett ist einen Meter lang.'],
    [
      'de-de',
      'Man nehme 250 g Mehl und 1 l Milch.',
      'Man nehme zweihundertfünfzig Gramm Mehl und einen Liter Milch.',
    ],
    ['de-de', 'Es fehlt 1 €.', 'Es fehlt ein Euro.'],
    ['de-de', 'Für 1–2 € gibt es Brot.', 'Für ein bis zwei Euro gibt es Brot.'],
  ],
  'one follows the first sound of its noun': [
    ['it-it', 'La lezione dura 1 h e 20 min.', "La lezione dura un'ora e venti minuti."],
    ['it-it', 'Dura 1 h 20 min.', "Dura un'ora e venti minuti."],
    ['it-it', 'Costa ¥1.', 'Costa uno yen.'],
  ],
  'all points are a mark, not a fraction and not a date': [
    ['it-it', 'Si è laureata con 110/110.', 'Si è laureata con centodieci su centodieci.'],
    ['fr-fr', 'Un 20/20 en maths.', 'Un vingt sur vingt en maths.'],
    ['es-es', 'Un 10/10 perfecto.', 'Un diez de diez perfecto.'],
    ['de-de', 'Volle 5/5 Sterne.', 'Volle fünf von fünf Sterne.'],
    ['fr-fr', 'Il part le 10/10.', 'Il part le dix octobre.'],
    ['en-us', 'We met on 10/10.', 'We met on October tenth.'],
  ],
  'a place in a recording is no time of day': [
    ['ja-jp', '動画の12:40あたり', '動画のじゅうにふん四十秒あたり'],
    ['ko-kr', '영상의 12:40 부분', '영상의 십이 분 사십 초 부분'],
    ['zh-cn', '请看视频12:40处。', '请看视频十二分四十秒处。'],
    ['zh-cn', '视频12:40上线。', '视频十二点四十分上线。'],
    ['ja-jp', '動画は12:40に公開', '動画は十二時よんじゅっぷんに公開'],
  ],
  'how long something takes is no time of day': [
    ['pt-br', 'O filme tem 2h10 de duração.', 'O filme tem duas horas e dez minutos de duração.'],
    ['es-es', 'La película dura 2h10.', 'La película dura dos horas y diez minutos.'],
    ['it-it', 'Un volo di 2h10.', 'Un volo di due ore e dieci minuti.'],
    ['de-de', 'Der Film dauert 2h10.', 'Der Film dauert zwei Stunden und zehn Minuten.'],
    ['pt-br', 'Chegou às 2h10.', 'Chegou às duas e dez.'],
  ],
  'a stage of a game is no score and no range': [
    ['en-us', 'World 1-2 is next.', 'World one two is next.'],
    ['de-de', 'Level 3-2 geschafft.', 'Level drei zwei geschafft.'],
    ['es-es', 'Nivel 3-2 superado.', 'Nivel tres dos superado.'],
    ['ja-jp', 'ステージ3-2をクリア', 'ステージ三の二をクリア'],
    ['ko-kr', '스테이지 3-2 클리어', '스테이지 삼 다시 이 클리어'],
    ['zh-cn', '第3-2关通关', '第三杠二关通关'],
    ['zh-cn', '第3-5页', '第三到五页'],
  ],
  'both ends of a span are days': [
    ['ko-kr', '할인 기간: 11/20~11/30', '할인 기간: 십일월 이십 일에서 십일월 삼십 일'],
    ['zh-cn', '优惠时间：11/15～11/30', '优惠时间：十一月十五日到十一月三十日'],
    ['ja-jp', '期間：11/20〜11/30', '期間：十一月二十日から十一月三十日'],
    ['en-us', 'Sale: 11/20–12/1', 'Sale: November twentieth to December first'],
    ['de-de', 'Offen 20.11.–30.11.', 'Offen zwanzigster November bis dreißigster November.'],
    ['fr-fr', 'Soldes : 20/11-30/11', 'Soldes : du vingt novembre au trente novembre'],
    ['es-es', 'Oferta: 20/11-30/11', 'Oferta: del veinte de noviembre al treinta de noviembre'],
    ['it-it', 'Offerta: 20/11-30/11', 'Offerta: dal venti novembre al trenta novembre'],
    ['pt-br', 'Oferta: 20/11-30/11', 'Oferta: de vinte de novembro a trinta de novembro'],
    ['en-us', 'Mix 1/2-3/4 cup.', 'Mix one half to three quarters cup.'],
  ],
  'a particle agrees with the spoken number': [
    ['ko-kr', '슬라이드 3/12를 봐.', '슬라이드 십이 중 삼을 봐.'],
    ['ko-kr', '1/2가 남았다.', '이분의 일이 남았다.'],
    ['ko-kr', '10²은 100과 같다.', '십 제곱은 백과 같다.'],
    ['ko-kr', '제3과를 펴세요.', '제삼 과를 펴세요.'],
    ['ko-kr', '종로 3가, 서울', '종로 삼가, 서울'],
  ],
  'numbers of a menu are no counts': [
    ['ko-kr', '영어는 1번, 일어는 2번을 눌러 주세요.', '영어는 일 번, 일어는 이 번을 눌러 주세요.'],
    ['ko-kr', '하루에 3번 드세요.', '하루에 세 번 드세요.'],
    ['ko-kr', '3째 주 1번째 날', '셋째 주 첫 번째 날'],
  ],
  'an answer before a number is no abbreviation': [
    ['en-us', 'The answer is no. 7 people left.', 'The answer is no. seven people left.'],
    ['en-gb', 'She said no. 3 of us laughed.', 'She said no. three of us laughed.'],
    ['en-us', 'He is no. 7 in line.', 'He is number seven in line.'],
    ['en-us', 'See the no. 2 boys.', 'See the number two boys.'],
  ],
  'a number agrees with the gender of its plural': [
    ['pt-br', '2 maçãs, 2 mães e 2 corações', 'duas maçãs, duas mães e dois corações'],
    ['es-es', '21 voces y 21 peces', 'veintiuna voces y veintiún peces'],
  ],
  'goals are no factors': [
    ['pt-br', 'O jogo terminou 3 x 0.', 'O jogo terminou três a zero.'],
    ['pt-br', 'Brasil 2 x 1 Argentina', 'Brasil dois a um Argentina'],
    ['pt-br', '3 x 0 = 0', 'três por zero igual a zero'],
  ],
};

describe.each(Object.entries(KINDS))('%s', (_, cases) => {
  test.each(cases)('%s: %s', (locale, written, spoken) => {
    expect(normalizeText(written, locale).spoken).toBe(spoken);
  });
});

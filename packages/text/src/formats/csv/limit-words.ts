/** What a word in the header of a limit means. A filler may stand beside the others. */
type LimitWord = 'limit' | 'time' | 'length' | 'text' | 'characters' | 's' | 'ms' | 'filler';

/** Words of headers, without accents, that may also be parts of a longer word: `Maximallänge`, `最大文字数`. */
const WORDS: Record<Exclude<LimitWord, 's' | 'ms'>, string> = {
  limit:
    'max maxi maximum maximal maximale maximaler maximales maximalen maximo maxima massimo massima maxim maks maksimum ' +
    'maksimal maksimalt maksimi maksymalna maksymalny maksymalne enimmais limit limite limiet limiit limits tope begrenzung beschrankung grenze obergrenze ' +
    'hochst hochste hochstes hoechst azami gräns grans raja лимит предел макс максимум максимальная максимальное ' +
    'максимальный 最大 最长 最長 上限 制限 限制 최대 제한 상한',
  time:
    'duration time dauer sprechdauer spieldauer sprechzeit zeit duree temps duracion tiempo durata tempo duracao duur tijd tid varighed varighet varaktighet ' +
    'kesto sure czas trvani длительность продолжительность время 時間 时间 時長 时长 시간 재생시간',
  length:
    'length len lange langen laenge longueur longitud largo tamano lunghezza comprimento tamanho lengte langd laengd langde lengde ' +
    'pituus uzunluk dlugosc delka dlzka длина 長さ 长度 長度 長 길이',
  text: 'text line string texte texto testo tekst строка',
  characters:
    'char chars character characters zeichen buchstaben caracter caracteres caractere caractère caratteri carattere signes ' +
    'tecken tekens tegn karakter karakters merkki merkkia znakow znaki znaku символ символов символы знаков 文字 文字数 字数 字符 字符数 ' +
    '글자 글자수 글자 수',
  filler: 'of de du des di del della da do dos la le der die das en in van a in audio の 数 수',
};
/** Units of time. They are parts of a longer word only in scripts without spaces: `最大秒数`. */
const UNITS: Record<'s' | 'ms', string> = {
  s: 's sec secs second seconds sek sekunde sekunden seconde secondes seg segs segundo segundos secondo secondi seconden sekunder sekund sekundy sekuntia sn saniye sa с сек секунд секунды 秒 秒数 秒數 초',
  ms: 'ms msec msecs millisecond milliseconds millis millisekunde millisekunden milliseconde millisecondes milisegundo milisegundos millisecondi milliseconden мс 毫秒 ミリ秒 밀리초',
};

/** Lower case and without accents, with plain letters for those that Unicode does not decompose. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    // The accents, which NFKD separates from their letters.
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o');

/** Writing systems with spaces between words. */
const SPACED_SCRIPT = /[\p{sc=Latn}\p{sc=Cyrl}]/u;
/** The meaning of each word, in any of the languages. */
const WHOLE_WORDS = new Map<string, LimitWord>();
/** The words that a longer word may consist of, longest first. */
const PARTS: [string, LimitWord][] = [];
for (const [meaning, words] of Object.entries({ ...WORDS, ...UNITS })) {
  for (const word of words.split(' ').map(fold)) {
    WHOLE_WORDS.set(word, meaning as LimitWord);
    const isShort = meaning in UNITS || meaning === 'filler';
    if (!isShort || !SPACED_SCRIPT.test(word)) PARTS.push([word, meaning as LimitWord]);
  }
}
PARTS.sort(([one], [other]) => other.length - one.length);

/** The unit of time that a text is, such as `Sek.`; null for other texts. */
export function parseTimeUnit(text: string): 'ms' | 's' | null {
  const meaning = WHOLE_WORDS.get(fold(text.trim()).replace(/\.$/, ''));
  return meaning === 's' || meaning === 'ms' ? meaning : null;
}

/** The meanings of the words of a header; null if one has none. */
export function readLimitWords(header: string): LimitWord[] | null {
  const meanings: LimitWord[] = [];
  for (const word of fold(header).split(/[^\p{L}\p{N}]+/u)) {
    if (word === '') continue;
    const meaning = WHOLE_WORDS.get(word);
    if (meaning !== undefined) {
      meanings.push(meaning);
      continue;
    }
    for (let at = 0; at < word.length; ) {
      const part = PARTS.find(([text]) => word.startsWith(text, at));
      if (part === undefined) return null;
      meanings.push(part[1]);
      at += part[0].length;
    }
  }
  return meanings;
}

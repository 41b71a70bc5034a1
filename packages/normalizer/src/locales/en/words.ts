import { SPOKEN } from '../../markup.ts';
import { readRoman, wordSet } from '../../numbers.ts';
import type { Rule } from '../../types.ts';
import { splitWords } from '../../western/addresses.ts';
import {
  EDGE,
  END,
  keepPeriod,
  REGNAL_NUMERAL,
  romanAfter,
  romanRule,
  withSpaces,
  wordRule,
} from '../../western/rules.ts';
import { cardinal, type English, ordinal, year } from './numbers.ts';

const REGNAL =
  'King|Queen|Pope|Emperor|Tsar|Czar|Kaiser|Louis|Henry|Edward|George|Charles|William|James|Richard|Elizabeth|Mary|Catherine|Philip|Frederick|Francis|Napoleon|Alexander|Nicholas|Ivan|Peter|John|Paul|Benedict|Pius|Leo|Gregory|Ramses|Rameses|Ptolemy|Otto|Innocent|Clement|Urban|Boniface|Sixtus|Julius|Thutmose|Amenhotep|Xerxes|Darius|Cyrus|Artaxerxes|Harald|Olaf|Haakon|Christian|Gustav|Margaret|Robert|Kenneth|Alfonso|Ferdinand|Joseph|Leopold|Albert|Harold|Ludwig|Wilhelm|Mehmed|Suleiman|Murad|Selim|Mithridates|Antiochus|Rainier|Juan Carlos|Felipe|Cosimo|Umberto|Carlos|Isabella|Victor Emmanuel|Davis|Jones|Smith|Pedro|Franz|Constantine|Justinian|Theodosius|Sancho|Manuel|Idris|Hassan|Abdullah|Rama|Seti|Cleopatra|Adrian|Hadrian|Martin|Stephen|Celestine|Nero';
const COUNTED =
  '[Cc]hapters?|[Pp]arts?|[Vv]olumes?|Vol\\.|[Bb]ook|[Aa]ct|[Ss]cene|World War|[Pp]hase|[Tt]ype|[Ss]ection|[Ss]ec\\.|Super Bowl|Rocky|[Cc]lass|[Ll]evel|Mark|[Ee]pisode|[Tt]itle|[Aa]rticle|[Aa]ppendix|[Ff]igure|[Tt]able|[Ss]tage|[Gg]rade|Apollo|Gemini|[Ll]esson|[Uu]nit|[Ss]eason|[Rr]ound|[Gg]roup|[Cc]ategory|[Ff]actor|[Nn]umber|Vatican|WrestleMania|[Gg]eneration|[Tt]ier|[Ss]onata|[Mm]ovement|[Pp]salm|[Cc]anto|[Cc]rusade';
/** Roman numerals that have other meanings. */
const OTHER_MEANINGS = wordSet(
  'I MIX DIM LID MILD CIVIL VIVID LIVID DI LI MI CV MD DC CD MC XL XXL DM CC ML MM CM',
);

const IS_RULER =
  /(?:^|[.!?…"“] |King |Queen |Pope |Emperor |Tsar |Czar |Kaiser |under |by |of )(?:\p{Lu}\p{Ll}+ )?\p{Lu}\p{Ll}+ $/u;
const IS_PRONOUN =
  /^ (?:am|was|have|had|did|do|will|would|could|can|should|shall|may|might|must|never|always|only|just|also|still|don[’']t|didn[’']t|know|knew|think|thought|want|wanted|love|like|need|see|saw|hope|feel|felt|got|get|came|come|went|go)(?!\p{L})/u;

/** Rules for Roman numerals, after the words that show that they are numbers. */
export function createWordRules(variety: English): Rule[] {
  const say = (value: number): string => cardinal(value, variety);
  return [
    // `Henry VIII`
    romanAfter(
      REGNAL,
      (value, { before, after }) => {
        // `I told Smith I was late`: after a verb of speech, `I` is a word.
        if (value === 1 && IS_PRONOUN.test(after) && !IS_RULER.test(before)) return undefined;
        return `the ${ordinal(value, variety)}`;
      },
      REGNAL_NUMERAL,
    ),
    // `World War II`, `Chapter IV`
    romanAfter(COUNTED, say),
    // `page iv`
    wordRule(
      'roman',
      `(?<=(?<![\\p{L}])(?:[Cc]hapter|[Ss]cene|[Ss]ection|[Pp]art|[Pp]ages?|p\\.|pp\\.) )[ivxl]{1,7}${END}`,
      ({ text }) => {
        const value = readRoman(text.toUpperCase());
        if (value === undefined) return undefined;
        return say(value);
      },
    ),
    // `XIX century`
    romanRule(`${EDGE}[IVXL]{1,6}(?=[- ][Cc]entur)`, (value) => ordinal(value, variety)),
    // The second of two numerals: `Chapters I-III`.
    romanRule(`(?<=${SPOKEN} ?[-–—] ?)[IVX]{1,6}${END}`, say),
    // `WWII`
    romanRule(`${EDGE}WW(?<roman>II?)${END}`, (value) => `World War ${say(value)}`),
    // `Gladiator II`
    romanRule(`(?<=\\p{Lu}[\\p{L}'’]{1,20}:? )[IVXL]{2,6}${END}`, (value, { text }) => {
      if (OTHER_MEANINGS.has(text)) return undefined;
      return say(value);
    }),
    // A year: `MDCLXVI`, `MCMXCIX`.
    romanRule(`${EDGE}M{1,3}(?:CM[CDLXVI]{1,9}|[CDLXVI]{2,11})${END}`, (value) => {
      if (value < 1400) return undefined;
      return year(value, variety);
    }),
    // `Chapters I-III`
    wordRule('symbol', `(?<=${SPOKEN} ?)[-–—](?= ?${SPOKEN})`, (match) => withSpaces('to', match)),
    // `A-Z`
    wordRule('symbol', `(?<=${EDGE}A)[-–](?=Z${END})`, () => ' to '),
    ...createNameRules(),
    ...createTagRules(),
  ];
}

/** Rules for abbreviations that are parts of names: `Dr.` is a doctor or a drive, `St.` a saint or a street. */
function createNameRules(): Rule[] {
  const doctor = `${EDGE}D[Rr]\\.?(?= (?:(?:von|van|de|du|al|el|bin) (?:der |den |la )?)?\\p{Lu})`;
  return [
    // `Dr. Smith`
    wordRule('abbreviation', doctor, ({ before }) => (/\p{Lu}\p{Ll}+ $/u.test(before) ? 'Drive' : 'Doctor')),
    wordRule('abbreviation', `(?<=\\p{Lu}\\p{Ll}{1,20} )Dr\\.?${END}`, () => 'Drive'),
    wordRule(
      'abbreviation',
      `(?<=(?:\\p{Lu}\\p{Ll}{1,20}|\\d(?:st|nd|rd|th)|${SPOKEN}) )St(?:\\.|${END}(?!\\.))(?! \\p{Lu}[\\p{Ll}'’]{1,20} (?:St|Rd|Ave|Ct|Court|Street|Road|Place|Square|Pl|Sq)(?![\\p{L}]))`,
      (match) => keepPeriod('Street', match),
    ),
    // `St. Louis`
    wordRule('abbreviation', `${EDGE}St\\.?(?= \\p{Lu})`, () => 'Saint'),
    // `Sts. Peter and Paul`
    wordRule('abbreviation', `${EDGE}Sts\\.(?= \\p{Lu})`, () => 'Saints'),
    // `et al.`
    wordRule('abbreviation', `${EDGE}(?:et al\\.)`, (match) => keepPeriod('et al', match)),
  ];
}

/** Tags, ends of addresses and names of files. */
function createTagRules(): Rule[] {
  return [
    // `#MeToo`
    wordRule(
      'web',
      '(?<![\\p{L}\\p{N}&#])#(?<tag>\\p{L}[\\p{L}\\p{N}_]{1,60})',
      ({ groups }) => `hashtag ${splitWords((groups.tag ?? '').replaceAll('_', ' underscore '))}`,
    ),
    wordRule(
      'web',
      '(?<![\\p{L}\\p{N}.])\\.(?<end>com|org|net|gov|edu|info)(?![\\p{L}\\p{N}])',
      ({ groups }) => `dot ${groups.end}`,
    ),
    // `a .gpx file`
    wordRule(
      'web',
      '(?<![\\p{L}\\p{N}.])\\.(?<end>[a-z]{2,4})(?= (?:file|format|extension|document|image|domain))',
      ({ groups: { end = '' } }) => `dot ${/[aeiou]/.test(end) ? end : [...end.toUpperCase()].join(' ')}`,
    ),
    // `C#`
    wordRule('symbol', `(?<=\\p{L})[#♯](?=[\\s.,;:!?)]|$)`, () => ' sharp'),
    // `he/she`
    wordRule(
      'symbol',
      `${EDGE}(?<one>he|she|his|her|him|yes|no|pass|true|either|men|boys)/(?<two>she|he|hers?|him|his|no|yes|fail|false|or|women|girls)${END}`,
      ({ groups }) => `${groups.one} or ${groups.two}`,
    ),
  ];
}

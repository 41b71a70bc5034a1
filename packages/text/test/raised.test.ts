import { normalizeText } from '@voiceloom/normalizer';
import { describe, expect, test } from 'vitest';
import { findMarkup, speechText } from '../src/index.ts';

const say = (written: string, locale: string): string =>
  normalizeText(speechText(written, { locale }).text, locale, { markup: findMarkup }).spoken;

describe('raised and lowered digits', () => {
  test.each([
    ['en-us', 'About 10<sup>23</sup> atoms.', 'About ten to the twenty-third atoms.'],
    ['en-us', 'About 10²³ atoms.', 'About ten to the twenty-third atoms.'],
    ['en-us', 'See page 5<sup>3</sup>.', 'See page five.'],
    ['en-us', 'Cut 5<sup>1</sup>/<sub>2</sub> inches.', 'Cut five and a half inches.'],
    ['en-us', 'Cut 5¹⁄₂ inches.', 'Cut five and a half inches.'],
    ['en-us', 'Cut 5½ inches.', 'Cut five and a half inches.'],
    ['en-us', 'Use <sup>3</sup>/<sub>4</sub> of it.', 'Use three quarters of it.'],
    ['en-us', 'It weighs 10[sup]-3[/sup] of that.', 'It weighs ten to the power of minus three of that.'],
    ['en-us', 'the 1<sup>st</sup> of H<SUB>2</SUB>O', 'the first of H two O'],
    ['en-us', 'x<sub>1</sub> and 12<sub>3</sub>', 'x one and twelve three'],
    ['de-de', 'Rund 10<sup>23</sup> Atome.', 'Rund zehn hoch dreiundzwanzig Atome.'],
    ['de-de', 'Siehe Seite 5<sup>3</sup>.', 'Siehe Seite fünf.'],
    ['fr-fr', 'Voir page 12<sup>4</sup> et 5<sup>1</sup>/<sub>2</sub>.', 'Voir page douze et cinq et demi.'],
    ['es-es', 'Vea la página 5<sup>3</sup>.', 'Vea la página cinco.'],
    ['it-it', 'Vedi pagina 5³.', 'Vedi pagina cinque.'],
    ['pt-br', 'Veja a página 5³.', 'Veja a página cinco.'],
    ['ja-jp', '5ページ³を見て。', '五ページを見て。'],
    ['nl-nl', 'Neem 5<sup>1</sup>/<sub>2</sub> en zie pagina 5³.', 'Neem 5 1/2 en zie pagina vijf.'],
  ])('%s: %s', (locale, written, spoken) => {
    expect(say(written, locale)).toBe(spoken);
  });

  test.each([
    ['in 1999² he left', 'in nineteen ninety-nine he left'],
    ['he said.¹² She left.', 'he said. She left.'],
    ['a word³ here', 'a word here'],
    ['a “word”² here', 'a “word” here'],
    ['a word<sup>[3]</sup> here', 'a word here'],
    ['a word<sup>1, 2</sup> here', 'a word here'],
    ['a word[sup][12][/sup] here', 'a word here'],
    ['a word¹,² here', 'a word here'],
    ['75¹² people', 'seventy-five people'],
    ['35%² of them', 'thirty-five percent of them'],
  ])('the mark of a note is not spoken: %s', (written, spoken) => {
    expect(say(written, 'en-us')).toBe(spoken);
  });

  test.each([
    ['2³ = 8', 'two cubed equals eight'],
    ['What is 5²?', 'What is five squared?'],
    ['1.5² + 2', 'one point five squared plus two'],
    ['x² and 20 m²', 'x squared and twenty square meters'],
  ])('a power is spoken: %s', (written, spoken) => {
    expect(say(written, 'en-us')).toBe(spoken);
  });

  test('an alias, and digits without their tags, stay as they are', () => {
    expect(speechText('<sub alias="two">2</sub>', { locale: 'en-us' }).text).toBe('<sub alias="two">2</sub>');
    expect(say('5<sup>a</sup> and 5<sup>', 'en-us')).toBe(say('5a and 5', 'en-us'));
  });
});

/** The ways to write each sound in the letters of a language, the usual one first. */
export type Spellings = Readonly<Record<string, readonly string[]>>;

/** `iː ee y | ɪ i`: each sound, and the ways to write it. */
function table(text: string): Spellings {
  const rows = text.split('|').map((row) => {
    const [sound = '', ...ways] = row.trim().split(/\s+/);
    return [sound.normalize('NFD'), ways] as const;
  });
  return Object.fromEntries(rows);
}

/** Consonants that most languages write with these letters. */
const COMMON = `p p | b b | t t | d d | k k | ɡ g | f f | v v | s s | z z | m m | n n | l l | ɫ l | r r | ɹ r | ɾ r |
  ʁ r | ʏ u | ŋ ng | j y | w w | h h | x kh h | ɣ g | β b | ɬ l | q k | ʔ - | θ th | ð th | ʃ sh | ʒ zh | tʃ ch | dʒ j |
  ɲ ny | ʎ ly | ç sh | ts ts | dz dz | ɟ d | c k | ħ h | ʕ a | ʂ sh | ʐ zh | ʈ t | ɖ d | ɭ l | ɳ n | ɽ r | ɕ sh | ʑ zh | ʋ v`;

/** By language code. */
export const SPELLINGS: Readonly<Record<string, Spellings>> = {
  en: table(`${COMMON} | iː ee | i ee y i | ɪ i | ᵻ i | ɛ e eh | e e eh | eɪ ay ai | eː ay | æ a | a ah a | aː ah |
    ɑː ah a o | ɑ ah o | ɒ o | ɔː aw or o | ɔ o aw | oʊ oh o | əʊ oh o | o oh o | oː oh | ʊ oo u | uː oo u ew | u oo |
    ʌ u uh | ə uh a e | ɐ uh a | ɚ er ur | ɜː ur er | ɜ ur er | ɝ er | aɪ y igh i ie | aʊ ow ou | ɔɪ oy oi | y ee |
    yː oo | ø ur | øː ur | œ er | ɨ i | ɯ oo | ɔːɹ or ore | ɑːɹ ar | ɛɹ air | ɪɹ eer | ʊɹ oor | kw qu kw | ɾ t d tt |
    juː yoo u ew ue | ʏ oo u | ɡ g gh gu | ɹ r rr | ks x ks | ɛ̃ an | ɑ̃ on | ɔ̃ on | œ̃ un | ɐ̃ an`),
  de: table(`${COMMON} | iː ie ih i | i i ie | ɪ i | ɛ e ä | e e | eː eh ee e | ɛː äh | a a | aː ah aa a | ɑː ah | æ ä |
    ɔ o | o o | oː oh oo o | ɒ o | ɔː oh | ʊ u | u u | uː uh u | œ ö | ø ö | øː öh ö | ʏ ü | y ü | yː üh ü | ə e |
    ɜ er | ɐ er a | ɚ er | ʌ a | aɪ ei ai | aʊ au | ɔø eu | ɔʏ eu | ɔɪ eu | eɪ eh ey | oʊ oh | əʊ oh | ç ch | x ch |
    ʃ sch | ʒ sch | s ss s ß | z s | ts z tz | tʃ tsch | dʒ dsch | j j | v w | f f v | w u w | kv qu | ks x chs |
    ɲ nj | ʎ lj | ɛ̃ än | ɑ̃ an | ɔ̃ on | ɜː ör`),
  fr: table(`${COMMON} | a a | ɑ a â | aː a | ɑː a | æ a | e é | eː é | ɛ è ai e | eɪ é | ə e | ɜ e | i i y | iː i | ɪ i |
    o o au ô | oː o | ɔ o | ɔː o | oʊ o | əʊ o | ø eu | œ eu | øː eu | u ou | uː ou | ʊ ou | y u | yː u | ʌ a | ɑ̃ an en |
    ɛ̃ in | ɔ̃ on | œ̃ un | ɐ̃ an | ʃ ch | ʒ j g | ɲ gn | ŋ ngue ng | w ou w | j y i | ɥ u | wa oi | k k c qu | ɡ g gu |
    s ss s c | z z s | tʃ tch | dʒ dj | θ s | ð z | x r | aɪ aï | aʊ aou | ɚ eur | ʎ ill`),
  es: table(`${COMMON} | a a | aː a | ɑ a | ɑː a | æ a | ʌ a | ɐ a | e e | eː e | ɛ e | ə e a | ɜ e | i i | iː i | ɪ i |
    o o | oː o | ɔ o | ɔː o | u u | uː u | ʊ u | y u | ø e | œ e | eɪ ei | aɪ ai ay | aʊ au | oʊ o ou | əʊ o | ɔɪ oi oy |
    tʃ ch | x j g | h j | ʎ ll | ɲ ñ | r rr r | ɾ r | ɹ r | θ z c | ð d | β b v | v b | ɣ g gu | ɡ g gu | k k c qu |
    z s | ʃ ch sh | ʒ y ll | dʒ y | ʝ y ll | ŋ n | j i y | w u hu | ɚ er | ɛ̃ en | ɑ̃ an | ɔ̃ on`),
  it: table(`${COMMON} | a a à | aː a | ɑ a | ɑː a | æ a | ʌ a | ɐ a | e e é | eː e | ɛ e è | ə e | ɜ e | i i | iː i | ɪ i |
    o o ó | oː o | ɔ o ò | ɔː o | u u | uː u | ʊ u | y u | ø e | œ e | eɪ ei | aɪ ai | aʊ au | oʊ o | əʊ o | ɔɪ oi |
    tʃ c ci | dʒ g gi | ʃ sc sci | ʒ g gi | ɲ gn | ʎ gli gl | ts z zz | dz z | k c k ch | ɡ g gh | s s ss | z s |
    j i | w u | h h | x c | ŋ n | θ t | ð d | ɚ er | ɛ̃ en | ɑ̃ an | ɔ̃ on`),
  pt: table(`${COMMON} | a a á | aː a | ɑ a | ɑː a | æ a | ʌ a | ɐ a â | e e ê | eː e | ɛ é e | ə a e | ɜ a | i i í | iː i |
    ɪ i e | o o ô | oː o | ɔ ó o | ɔː ó | u u | uː u | ʊ u o | y u | ø e | œ e | eɪ ei | aɪ ai | aʊ au | oʊ ou | əʊ ou |
    ɔɪ ói | ɐ̃ ã an | ɐ̃ʊ̃ ão | ẽ en | ɛ̃ en | ĩ in | õ õ on | ɔ̃ on | ũ un | ɑ̃ an | ʃ x ch | ʒ j g | ɲ nh | ʎ lh |
    tʃ t tch | dʒ d dj | ʁ rr r | x rr r | h rr r | ɾ r | ɹ r | s ss s ç | z z s | k k c qu | ɡ g gu | ŋ n | w u |
    j i | θ s | ð d | ɚ er`),
};

import { describe, expect, test } from 'vitest';
import { normalizeText } from './support/normalize.ts';

const KINDS: Readonly<
  Record<string, readonly (readonly [locale: string, written: string, spoken: string])[]>
> = {
  'a number that is typed is read digit by digit': [
    ['en-us', 'Your code is 482913.', 'Your code is four eight two nine one three.'],
    ['en-us', 'Your OTP: 482913', 'Your OTP: four eight two nine one three'],
    ['en-us', 'Enter PIN 1234.', 'Enter PIN one two three four.'],
    ['en-us', 'Your one-time code is 2024.', 'Your one-time code is two zero two four.'],
    ['en-gb', 'The card ending 4421 was used.', 'The card ending four four two one was used.'],
    ['de-de', 'Ihr Code lautet 482913.', 'Ihr Code lautet vier acht zwei neun eins drei.'],
    ['de-de', 'Ihre TAN: 771402', 'Ihre TAN: sieben sieben eins vier null zwei'],
    ['fr-fr', 'Votre code est 2024.', 'Votre code est deux zéro deux quatre.'],
    ['fr-fr', 'Votre mot de passe : 771402', 'Votre mot de passe : sept sept un quatre zéro deux'],
  ],
  'a year, a price and a postal code stay what they are': [
    ['en-us', 'The code of 1990 was strict.', 'The code of nineteen ninety was strict.'],
    ['en-us', 'The code costs $40.', 'The code costs forty dollars.'],
    ['en-us', 'The code is 300 lines long.', 'The code is three hundred lines long.'],
    ['de-de', 'Die Hausnummer ist 112.', 'Die Hausnummer ist einhundertzwölf.'],
    ['fr-fr', 'La guerre finit en 1945.', 'La guerre finit en mille neuf cent quarante-cinq.'],
    ['fr-fr', 'Mon code postal est 69003.', 'Mon code postal est soixante-neuf mille trois.'],
    [
      'de-de',
      'Meine Nummer ist 0171 3920047.',
      'Meine Nummer ist null eins sieben eins, drei neun zwei null null vier sieben.',
    ],
  ],
  'a version is no date': [
    ['en-us', 'Install version 3.2.11.', 'Install version three dot two dot eleven.'],
    ['en-us', 'Install v2.0.1 today.', 'Install version two dot zero dot one today.'],
    ['de-de', 'Version 3.2.11 ist da.', 'Version drei Punkt zwei Punkt elf ist da.'],
    ['fr-fr', 'La version 3.2.11 est là.', 'La version trois point deux point onze est là.'],
    ['de-de', 'Am 3.2.2011 kam er.', 'Am dritten Februar zweitausendelf kam er.'],
  ],
  'keys of a telephone have names': [
    ['en-us', 'To repeat, press *9 or #.', 'To repeat, press star nine or pound.'],
    ['en-gb', 'End with the # key.', 'End with the hash key.'],
    ['de-de', 'Drücken Sie *9 oder #.', 'Drücken Sie Stern neun oder Raute.'],
    ['fr-fr', 'Appuyez sur *9 ou #.', 'Appuyez sur étoile neuf ou dièse.'],
    ['en-us', 'We are the #1 team.', 'We are the number one team.'],
    ['en-us', 'Type 5 * 3 here.', 'Type five times three here.'],
    ['de-de', 'Die #1 der Charts.', 'Die Nummer eins der Charts.'],
    ['fr-fr', 'Le tube ou le #1.', 'Le tube ou le numéro un.'],
  ],
  'every number of a list is called': [
    ['en-us', 'Call 911, 311 or 211.', 'Call nine one one, three one one or two one one.'],
    ['en-gb', 'Call 999, 112 or 101.', 'Call nine nine nine, one one two or one zero one.'],
    ['de-de', 'Wählen Sie 110 oder 112.', 'Wählen Sie eins eins null oder eins eins zwei.'],
    ['en-us', 'We called 100 people.', 'We called one hundred people.'],
  ],
  'a counter is no fraction': [
    ['en-us', 'Slide 3/12', 'Slide three of twelve'],
    ['en-us', 'HP 45/100', 'H P forty-five out of one hundred'],
    ['de-de', 'Folie 3/12', 'Folie drei von zwölf'],
    ['fr-fr', 'Page 2/5', 'Page deux sur cinq'],
    ['en-us', 'Your card expires 08/27.', 'Your card expires August twenty twenty-seven.'],
    ['de-de', 'Gültig bis 08/27.', 'Gültig bis August zweitausendsiebenundzwanzig.'],
    ['en-us', 'Take 3/4 of it.', 'Take three quarters of it.'],
  ],
  'a dash before a number is a minus': [
    ['en-us', 'It was –5 °C at dawn.', 'It was minus five degrees Celsius at dawn.'],
    ['en-us', 'Sales changed by –3.5%.', 'Sales changed by minus three point five percent.'],
    ['de-de', 'Es waren –5 °C.', 'Es waren minus fünf Grad Celsius.'],
    ['fr-fr', 'Il faisait –5 °C.', 'Il faisait moins cinq degrés Celsius.'],
    ['es-es', 'Hacía –5 °C.', 'Hacía menos cinco grados Celsius.'],
    ['en-us', 'You earned +100 XP.', 'You earned plus one hundred X P.'],
    ['en-us', 'Read pages 12–18.', 'Read pages twelve to eighteen.'],
  ],
  'minutes and seconds of arc are no feet': [
    ['en-us', 'The angle is 51°30\'15".', 'The angle is fifty-one degrees thirty minutes fifteen seconds.'],
    ['de-de', 'Es sind 51° 30′ 15″.', 'Es sind einundfünfzig Grad dreißig Minuten fünfzehn Sekunden.'],
    ['fr-fr', 'Un angle de 51° 30′', 'Un angle de cinquante et un degrés trente minutes'],
    ['en-us', 'He is 6\'2" tall.', 'He is six feet two tall.'],
  ],
  'the letter of a compass is no unit': [
    ['en-us', 'Meet me at 5 W. 42nd St.', 'Meet me at five West forty-second Street.'],
    ['en-us', "It answers the 5 W's.", "It answers the five W's."],
    ['en-us', 'Lot 7 W. Main St.', 'Lot seven West Main Street.'],
    ['en-us', '812 S.E. Pine Rd. is empty.', 'eight twelve Southeast Pine Road is empty.'],
    ['en-gb', 'Go to 9 N. Bridge Rd.', 'Go to nine North Bridge Road.'],
    ['en-us', 'A 60 W bulb', 'A sixty watt bulb'],
  ],
  'a number per unit': [
    ['en-us', 'Apples cost 12/kg here.', 'Apples cost twelve per kilogram here.'],
    [
      'de-de',
      'Die Dichte ist 42.259/m².',
      'Die Dichte ist zweiundvierzigtausendzweihundertneunundfünfzig pro Quadratmeter.',
    ],
    ['fr-fr', 'Les pommes sont à 3/kg.', 'Les pommes sont à trois par kilogramme.'],
  ],
};

for (const [kind, cases] of Object.entries(KINDS)) {
  describe(kind, () => {
    test.each(cases)('%s: %s', (locale, written, spoken) => {
      expect(normalizeText(written, locale).spoken).toBe(spoken);
    });
  });
}

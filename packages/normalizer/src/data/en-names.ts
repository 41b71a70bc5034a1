import { wordSet } from '../numbers.ts';

/** Common given names (Social Security Administration, names of the century), without those of towns and states. */
export const GIVEN_NAMES = wordSet(
  'James Robert John Michael David William Richard Joseph Thomas Christopher Charles Daniel Matthew Anthony Mark Donald Steven Andrew Paul Joshua Kenneth Kevin Brian Timothy Ronald George Jason Edward Jeffrey Ryan Jacob Nicholas Gary Eric Jonathan Stephen Larry Justin Scott Brandon Benjamin Samuel Gregory Alexander Patrick Frank Raymond Jack Dennis Jerry Tyler Aaron Jose Adam Nathan Henry Zachary Douglas Peter Kyle Noah Ethan Jeremy Christian Keith Roger Austin Sean Terry Gerald Carl Dylan Harold Jordan Jesse Bryan Lawrence Arthur Gabriel Bruce Logan Billy Joe Alan Juan Elijah Willie Albert Wayne Randy Vincent Mason Roy Ralph Bobby Russell Philip Eugene Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Karen Sarah Lisa Nancy Sandra Betty Ashley Emily Kimberly Margaret Donna Michelle Carol Amanda Melissa Deborah Stephanie Rebecca Sharon Laura Cynthia Dorothy Amy Kathleen Angela Shirley Emma Brenda Pamela Nicole Anna Samantha Katherine Christine Debra Rachel Carolyn Janet Maria Olivia Heather Helen Catherine Diane Julie Victoria Joyce Lauren Kelly Christina Ruth Joan Evelyn Judith Andrea Hannah Megan Cheryl Jacqueline Martha Madison Teresa Gloria Sara Janice Ann Kathryn Abigail Sophia Frances Jean Alice Judy Isabella Julia Grace Amber Denise Danielle Marilyn Beverly Theresa Natalie Brittany Diana Doris Kayla Alexis Lori Marie Anne Jane Kate Tom Tim Jim Bob Bill Mike Dave Dan Sam Ben Max Alex Chris Nick Steve Greg Jeff Matt Tony Ken Ron Don Ed Fred Ted Susie Sue Liz Beth Katie Maggie Meg Kim Priya Wei Mei Raj Anil Ahmed Omar Fatima Aisha Carlos Luis Miguel Ana Sofia Elena',
);

/** Common surnames (United States Census Bureau, 2010) that are rarely towns with a state after them. */
export const SURNAMES = wordSet(
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Allen Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Diaz Parker Cruz Edwards Collins Reyes Stewart Morales Murphy Cook Rogers Gutierrez Ortiz Cooper Peterson Bailey Kelly Kim Cox Ward Richardson Chavez Wood Bennett Mendoza Ruiz Hughes Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins Perry Sullivan Chen Wang Li Liu Singh Shah Khan Cohen Park Tran Roe Doe',
);

/** Degrees and licenses after a person's name, and how they are said if not letter by letter. */
export const POST_NOMINALS: Readonly<Record<string, string>> = Object.fromEntries(
  'MD DO PA MS MA RN NP DDS DMD OD DVM DC ND JD CPA MBA MPH MSW MFA BFA BA BS BSN MSN LPN FACS PhD MSc:M_Sc BSc:B_Sc EdD:Ed_D MEd:M_Ed PsyD:Psy_D PharmD:Pharm_D DPhil:D_Phil'
    .split(' ')
    .map((entry) => {
      const [letters = '', words = [...letters].join(' ')] = entry.split(':');
      return [letters, words.replaceAll('_', ' ')] as const;
    }),
);

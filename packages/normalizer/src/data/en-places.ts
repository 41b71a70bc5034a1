/** Suffixes of streets and parts of buildings (USPS Publication 28, appendices B, C1 and C2). */
export const STREETS: Readonly<Record<string, string>> = {
  St: 'Street',
  Ave: 'Avenue',
  Av: 'Avenue',
  Blvd: 'Boulevard',
  Rd: 'Road',
  Ln: 'Lane',
  Dr: 'Drive',
  Ct: 'Court',
  Pl: 'Place',
  Pkwy: 'Parkway',
  Hwy: 'Highway',
  Sq: 'Square',
  Ter: 'Terrace',
  Terr: 'Terrace',
  Cir: 'Circle',
  Fwy: 'Freeway',
  Expy: 'Expressway',
  Trl: 'Trail',
  Cres: 'Crescent',
  Plz: 'Plaza',
  Aly: 'Alley',
  Tpke: 'Turnpike',
};

export const UNITS_OF_BUILDINGS: Readonly<Record<string, string>> = {
  Apt: 'Apartment',
  apt: 'apartment',
  Ste: 'Suite',
  Bldg: 'Building',
  bldg: 'building',
  Rm: 'Room',
  rm: 'room',
  Rte: 'Route',
  Rt: 'Route',
  Hwy: 'Highway',
};

export const DIRECTIONS: Readonly<Record<string, string>> = {
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
  NE: 'Northeast',
  NW: 'Northwest',
  SE: 'Southeast',
  SW: 'Southwest',
};

const names = (list: string): Record<string, string> =>
  Object.fromEntries(list.split('|').map((entry) => [entry.slice(0, 2), entry.slice(3)]));

/** The states by their postal codes (USPS Publication 28, appendix B). */
export const STATES: Readonly<Record<string, string>> = names(
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC D C|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|PR Puerto Rico',
);

/** The provinces of Canada by their postal codes (Canada Post, addressing guidelines). */
export const PROVINCES: Readonly<Record<string, string>> = names(
  'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan',
);

/** Codes of states that are also words: `Well, OK.` */
export const WORDS_LIKE_STATES = 'OK IN ME OR HI OH PA MA LA ID DE MS';

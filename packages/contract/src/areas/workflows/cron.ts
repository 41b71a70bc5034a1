/** A field of a cron expression: its name, and the values that it accepts. */
interface CronField {
  name: string;
  min: number;
  max: number;
  /** The names of the values, from `min`. */
  names?: readonly string[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const MINUTE: CronField = { name: 'minute', min: 0, max: 59 };
const HOUR: CronField = { name: 'hour', min: 0, max: 23 };
const DAY_OF_MONTH: CronField = { name: 'day of month', min: 1, max: 31 };
const MONTH: CronField = { name: 'month', min: 1, max: 12, names: MONTHS };
const DAY_OF_WEEK: CronField = { name: 'day of week', min: 0, max: 7, names: DAYS };

/** The last day of a month. */
const LAST = 'L';
const FIVE_FIELDS =
  'Must have five fields, separated by spaces: minute, hour, day of month, month, day of week.';
const DAY_MINUTES = 1_440;
/** Due times must be at least so far apart. */
const MIN_INTERVAL_MINUTES = 15;

/** What is wrong with a cron expression. Undefined if it can be used for a schedule. */
export function findCronProblem(cron: string): string | undefined {
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', ...others] = cron.split(/ +/);
  if (dayOfWeek === '' || others.length > 0) return FIVE_FIELDS;
  try {
    const minutes = readField(MINUTE, minute);
    const hours = readField(HOUR, hour);
    const daysOfMonth = readField(DAY_OF_MONTH, dayOfMonth);
    const months = readField(MONTH, month);
    readField(DAY_OF_WEEK, dayOfWeek);
    if (!isMinIntervalKept(minutes, hours))
      return 'Due times must be at least 15 minutes apart, also around midnight.';
    const isOnWeekday = dayOfWeek !== '*' && dayOfMonth !== '*';
    const firstDay = Math.min(...daysOfMonth);
    // A leap year has all days.
    const hasDay = [...months].some((number) => firstDay <= new Date(Date.UTC(2024, number, 0)).getUTCDate());
    if (!isOnWeekday && !hasDay) return 'This date does not exist in any year, so the schedule is never due.';
    return undefined;
  } catch (error) {
    if (error instanceof CronFieldError) return error.message;
    throw error;
  }
}

class CronFieldError extends Error {
  constructor({ name, min, max, names }: CronField, part: string) {
    let allowed = `numbers from ${min} to ${max}`;
    if (names) allowed += ` or names from ${names[0]} to ${names.at(-1)}`;
    if (name === DAY_OF_MONTH.name) allowed += `, and ${LAST} for the last day`;
    super(
      `The ${name} must not be ${JSON.stringify(part)}: it has ${allowed}, as *, a value, a range such as ${min}-${min + 4}, a step such as */2, or a list with commas.`,
    );
    this.name = 'CronFieldError';
  }
}

/** The values of a field. Throws if a part of it is invalid. */
function readField(field: CronField, text: string): Set<number> {
  const { name, min, max, names = [] } = field;
  const values = new Set<number>();
  for (const part of text.split(',')) {
    if (name === DAY_OF_MONTH.name && part === LAST) {
      // Every month has it, so for the check of dates it is as good as the first day.
      values.add(min);
      continue;
    }
    const [, first = '', last, step] = /^(\*|\w{1,3})(?:-(\w{1,3}))?(?:\/(\d{1,2}))?$/.exec(part) ?? [];
    const toNumber = (value: string): number => {
      const index = names.indexOf(value.toUpperCase());
      if (index >= 0) return min + index;
      return /^\d{1,2}$/.test(value) ? Number(value) : Number.NaN;
    };
    const isStar = first === '*';
    const from = isStar ? min : toNumber(first);
    const to = isStar ? max : toNumber(last ?? first);
    const isRange = isStar || last !== undefined;
    const by = Number(step ?? 1);
    const isValid =
      from >= min && to <= max && from <= to && by >= 1 && by <= max && (isRange || step === undefined);
    if (!isValid || (isStar && last !== undefined)) throw new CronFieldError(field, part);
    for (let value = from; value <= to; value += by) values.add(value);
  }
  return values;
}

/** Whether no two times of a day, and the last and the first of two days, are closer than the minimum. */
function isMinIntervalKept(minutes: ReadonlySet<number>, hours: ReadonlySet<number>): boolean {
  // More would be closer in any case.
  if (minutes.size > 60 / MIN_INTERVAL_MINUTES) return false;
  const times: number[] = [];
  for (const hour of hours) for (const minute of minutes) times.push(hour * 60 + minute);
  times.sort((a, b) => a - b);
  return times.every((time, index) => {
    const next = times[index + 1] ?? DAY_MINUTES + (times[0] ?? 0);
    return next - time >= MIN_INTERVAL_MINUTES;
  });
}

import { readMargin } from '../../features/usage/index.ts';
import { type Command, UsageError } from './command.ts';
import { listReport, plain } from './output.ts';
import { MAX_ROWS } from './values.ts';

const dollars = (usd: number | null): string => (usd === null ? 'unknown' : usd.toFixed(2));

export const marginCommands: Command[] = [
  {
    name: 'margin',
    params: [],
    options: ['since'],
    summary:
      'Compare the cost at providers by price list with the credits charged, for each provider and plan.',
    async run({ db }, { options, now }) {
      const since = parseDay(options.since, now);
      const rows = await readMargin(db, { since });
      const report = listReport('usage', {
        rows,
        limit: MAX_ROWS,
        isSearch: false,
        columns: [
          ['PLAN', (row) => row.plan],
          ['PROVIDER', (row) => row.provider],
          ['PAID BY', (row) => row.paid_by],
          ['TAKES', (row) => row.takes],
          ['CHARACTERS', (row) => row.characters],
          ['CREDITS', (row) => row.credits],
          ['CREDITS IN USD', (row) => row.sold_usd?.toFixed(2)],
          ['COST IN USD', (row) => dollars(row.cost_usd)],
        ],
      });
      let cost_usd: number | null = 0;
      let credits = 0;
      for (const row of rows) {
        credits += row.credits;
        cost_usd = cost_usd === null || row.cost_usd === null ? null : cost_usd + row.cost_usd;
      }
      // Free plans are not sold, so they have no amount to compare.
      const losses = rows.filter(
        ({ sold_usd, cost_usd }) => sold_usd !== null && cost_usd !== null && cost_usd - sold_usd >= 0.01,
      );
      const warnings = losses.map(
        ({ plan, provider, sold_usd, cost_usd }) =>
          `Sold below cost: ${provider} in the plan ${plain(plan)}, ${dollars(sold_usd)} US dollars of credits for a list price of ${dollars(cost_usd)}.`,
      );
      const total = `Since ${since}: ${credits} credits charged, ${dollars(cost_usd)} US dollars owed to providers by price list.`;
      return {
        data: { since, ...report.data, credits, cost_usd },
        lines: [...report.lines, ...warnings, total],
      };
    },
  },
];

function parseDay(text: string | undefined, now: Date): string {
  if (text === undefined) return `${now.toISOString().slice(0, 7)}-01`;
  const time = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time.getTime());
  if (isDay && time.toISOString().startsWith(text)) return text;
  throw new UsageError('--since must be a day such as 2026-03-01.');
}

import type { PaidBy } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** What a provider cost and what was charged, for one plan and payer. */
export interface MarginRow {
  plan: string;
  provider: string;
  paid_by: PaidBy;
  takes: number;
  characters: number;
  credits: number;
  /** What these credits cost in the plan, in US dollars. Null if the plan has no price in dollars for them. */
  sold_usd: number | null;
  /** What the service owes the provider by price list, in US dollars. Null if a price is not known. */
  cost_usd: number | null;
}

/**
 * The credits and the cost at providers since a day (UTC), with the most expensive first. Own keys cost the service
 * nothing, because customers pay for them.
 */
export async function readMargin(db: Db, { since }: { since: string }): Promise<MarginRow[]> {
  const { rows } = await sql<MarginRow>`
    select used.plan_slug as plan, used.provider, used.paid_by, sum(used.takes)::bigint as takes,
      sum(used.characters)::bigint as characters, sum(used.credits)::bigint as credits,
      round(sum(used.credits) * max(credit.usd), 4)::float8 as sold_usd,
      case when used.paid_by <> 'platform' then 0
        when count(*) = count(used.provider_usd_micros) then round(sum(used.provider_usd_micros) / 1000000, 4)::float8
      end as cost_usd
    from provider_usage as used
    left join lateral (
      -- A month of the plan, divided by its credits.
      select (amount / 100.0) / case billing_interval when 'yearly' then 12 else 1 end
        / nullif((limits ->> 'monthly_credits')::numeric, 0) as usd
      from plan where slug = used.plan_slug and tier = 'paid' and currency = 'usd'
        and limits ->> 'monthly_credits' <> 'unlimited'
    ) as credit on true
    where used.day >= ${since}::date
    group by used.plan_slug, used.provider, used.paid_by
    order by 8 desc nulls first, 6 desc, 1, 2, 3`.execute(db);
  return rows;
}

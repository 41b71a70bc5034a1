import { useQuery } from '@tanstack/react-query';
import type { UsageRange } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { client } from '../../api/client.ts';
import { count, day, when } from '../../format/format.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { BudgetsCard } from '../budgets/budgets.tsx';
import './usage.css';

const words = text.usage;
const RANGES: Record<UsageRange, number> = { '30d': 30, '60d': 60, '90d': 90 };
const MAX_ACTIVITIES = 50;
const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The usage by day and language, and the activity log. */
export function UsageScreen() {
  const [range, setRange] = useState<UsageRange>('30d');
  const summary = useQuery({
    queryKey: ['usage', range],
    queryFn: () => client.usage.summary({ range, timezone }),
  });
  const languages = useQuery({
    queryKey: ['usage', range, 'languages'],
    queryFn: () => client.usage.byLanguage({ range, timezone }),
  });
  return (
    <>
      <div className="head">
        <h1>{words.title}</h1>
        <select
          aria-label={words.period}
          value={range}
          onChange={({ target }) => setRange(target.value as UsageRange)}
        >
          {Object.entries(RANGES).map(([value, days]) => (
            <option key={value} value={value}>
              {words.days(days)}
            </option>
          ))}
        </select>
      </div>
      <BudgetsCard />
      <Loaded query={summary}>
        {({ daily }) => (
          <Chart
            title={words.credits}
            name={words.day}
            look="days"
            bars={daily.map(({ date, credits }) => ({ label: day(date), value: credits }))}
          />
        )}
      </Loaded>
      {/* One error is enough if the service is unavailable. */}
      {!summary.isLoadingError && (
        <Loaded query={languages}>
          {({ languages: list }) => (
            <Chart
              title={words.letters}
              name={text.setup.locale}
              look="list"
              bars={list.map(({ display_name, characters }) => ({ label: display_name, value: characters }))}
            />
          )}
        </Loaded>
      )}
      {!summary.isLoadingError && <ActivityCard range={range} />}
    </>
  );
}

/** A chart, and the same numbers as an accessible table. */
function Chart(props: {
  title: string;
  /** The meaning of a bar, such as a day. */
  name: string;
  look: 'days' | 'list';
  bars: { label: string; value: number }[];
}) {
  const { title, name, look, bars } = props;
  const [isTable, setTable] = useState(false);
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  return (
    <section className="card" aria-label={title}>
      <div className="head chart-head">
        <h2>{title}</h2>
        {highest > 0 && (
          <Button className="button small" onPress={() => setTable(!isTable)}>
            {isTable ? words.asChart : words.asTable}
          </Button>
        )}
      </div>
      {highest === 0 && <Empty>{words.empty}</Empty>}
      {highest > 0 && !isTable && (
        <div
          className={`chart ${look}`}
          role="img"
          aria-label={bars
            .filter(({ value }) => value > 0)
            .map(({ label, value }) => `${label}: ${count(value)}`)
            .join(', ')}
        >
          {bars.map(({ label, value }) => (
            <div key={label} className="bar-of" title={`${label}: ${count(value)}`}>
              {look === 'list' && <span>{label}</span>}
              <span className="fill" style={{ '--share': value / highest } as React.CSSProperties} />
              {look === 'list' && <span className="numbers soft">{count(value)}</span>}
            </div>
          ))}
        </div>
      )}
      {highest > 0 && !isTable && look === 'days' && (
        <p className="soft numbers">
          {words.span(bars[0]?.label ?? '', bars.at(-1)?.label ?? '', count(highest))}
        </p>
      )}
      {highest > 0 && isTable && (
        <table className="rows tight">
          <thead>
            <tr>
              <th scope="col">{name}</th>
              <th scope="col" className="number">
                {title}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars
              .filter(({ value }) => value > 0)
              .map(({ label, value }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td className="number">{count(value)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The last actions of members and guests. */
function ActivityCard({ range }: { range: UsageRange }) {
  const activity = useQuery({
    queryKey: ['activity', range],
    queryFn: () => client.usage.activity({ range }).toArray({ limit: MAX_ACTIVITIES }),
  });
  return (
    <section className="card" aria-label={words.activity}>
      <h2>{words.activity}</h2>
      <Loaded query={activity}>
        {(list) =>
          list.length === 0 ? (
            <Empty>{words.empty}</Empty>
          ) : (
            <ul className="activity">
              {list.map(({ id, timestamp, user, kind, resource, metadata }) => {
                let actor = user?.name ?? text.app;
                // Guests are not users, so the entry itself contains their name.
                if (!user?.name && typeof metadata?.guest === 'string') actor = words.guest(metadata.guest);
                return (
                  <li key={id}>
                    <span className="soft numbers">{when(timestamp)}</span>
                    <span>{actor}</span>
                    <span>
                      {kind.replaceAll('_', ' ')} <span className="soft">{resource.name}</span>
                    </span>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

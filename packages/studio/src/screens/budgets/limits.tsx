import type { RunLimit } from '@voiceloom/sdk';
import { useState } from 'react';
import { count } from '../../format/format.ts';
import { text } from '../../text/en.ts';
import { usd } from './amounts.ts';
import { MAX_CREDITS } from './budget-form.tsx';

const words = text.setup;

export interface Cap {
  value: string;
  change: (value: string) => void;
  /** Undefined without a cap, and while the input is not a number of credits. */
  credits: number | undefined;
  /** The part of a start. */
  request: { max_credits: number } | undefined;
}

/** The input of the cap of a run. */
export function useCap(): Cap {
  const [value, change] = useState('');
  const number = Number(value);
  const isValid = value !== '' && Number.isInteger(number) && number >= 1 && number <= MAX_CREDITS;
  if (!isValid) return { value, change, credits: undefined, request: undefined };
  return { value, change, credits: number, request: { max_credits: number } };
}

/** What a run may cost, beside the button that starts it. */
export function CapField({ cap }: { cap: Cap }) {
  return (
    <label className="field cap" title={words.capHelp}>
      <span>{words.cap}</span>
      <input
        type="number"
        min={1}
        max={MAX_CREDITS}
        step={1}
        placeholder={words.noCap}
        value={cap.value}
        onChange={({ target }) => cap.change(target.value)}
      />
    </label>
  );
}

/** The cap and the budgets that a run may reach, what they leave, and what happens then. */
export function Limits({ limits }: { limits: readonly RunLimit[] }) {
  const reached = limits.filter(isReached);
  if (reached.length === 0) return null;
  return (
    <div className="notice warn">
      <ul>
        {reached.map((limit) => (
          <li key={limit.budget_id}>{describeLimit(limit)}</li>
        ))}
      </ul>
    </div>
  );
}

const isReached = ({ exceeded_by, available_usd_micros }: RunLimit): boolean =>
  exceeded_by !== 'none' || (available_usd_micros !== null && available_usd_micros <= 0);

function describeLimit(limit: RunLimit): string {
  const { source, name, action, available_credits, available_usd_micros, exceeded_by } = limit;
  const isMoney = exceeded_by === 'none';
  let amount = text.credits(count(Math.max(0, available_credits ?? 0)));
  if (isMoney) amount = usd(Math.max(0, available_usd_micros ?? 0));
  const place = source === 'cap' ? words.capName : words.budgetName(name);
  const consequence = exceeded_by === 'none' ? 'minimum' : exceeded_by;
  let effect: string = words.limited[consequence];
  if (action === 'warn') effect = words.limited.warn;
  if (action === 'deny' && consequence === 'minimum') effect = words.limited.denied;
  return `${words.available(place, amount)} ${effect}`;
}

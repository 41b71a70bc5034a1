import { useMutation } from '@tanstack/react-query';
import type { Budget, BudgetAction, BudgetPeriod, BudgetScope } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { client, queries } from '../../api/client.ts';
import { MAX_LENGTHS } from '../../api/lengths.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Failure } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { toDollars, toMicros } from './amounts.ts';
import { useScopeChoices } from './scopes.ts';

const words = text.budgets;
/** The limits of the service. */
export const MAX_CREDITS = 1_000_000_000;
export const MAX_DOLLARS = 1_000_000;
const SCOPES: BudgetScope[] = ['workspace', 'member', 'api_key', 'workflow'];
const PERIODS: BudgetPeriod[] = ['month', 'day'];
const ACTIONS: BudgetAction[] = ['pause', 'deny', 'warn'];

/** Creates a budget, or changes one. The scope and the period of a budget stay. */
export function BudgetForm({ budget, onClose }: { budget: Budget | undefined; onClose: () => void }) {
  const [name, setName] = useState(budget?.name ?? '');
  const [scope, setScope] = useState<BudgetScope>(budget?.scope ?? 'workspace');
  const [scopeId, setScopeId] = useState('');
  const [period, setPeriod] = useState<BudgetPeriod>(budget?.period ?? 'month');
  const [credits, setCredits] = useState(budget?.limit_credits?.toString() ?? '');
  const [dollars, setDollars] = useState(budget?.limit_usd_micros ? toDollars(budget.limit_usd_micros) : '');
  const [action, setAction] = useState<BudgetAction>(budget?.action ?? 'pause');
  const choices = useScopeChoices(scope);
  const save = useMutation({
    mutationFn: async () => {
      const fields = {
        name: name.trim(),
        limit_credits: credits === '' ? null : Number(credits),
        limit_usd_micros: dollars === '' ? null : toMicros(dollars),
        action,
      };
      if (budget) await client.budgets.update(budget.id, fields);
      else
        await client.budgets.create({
          ...fields,
          scope,
          scope_id: scope === 'workspace' ? null : scopeId,
          period,
        });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['budgets'] });
      onClose();
    },
  });
  return (
    <RequestForm className="fields" isPending={save.isPending} onSend={() => save.mutate()}>
      {save.isError && <Failure error={save.error} />}
      <label className="field">
        <span>{text.productions.name}</span>
        <input
          className="full"
          required
          pattern=".*\S.*"
          maxLength={MAX_LENGTHS.budgetName}
          placeholder={words.nameExample}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      {!budget && (
        <div className="row">
          <label className="field">
            <span>{words.scope}</span>
            <select
              value={scope}
              onChange={({ target }) => {
                setScope(target.value as BudgetScope);
                setScopeId('');
              }}
            >
              {SCOPES.map((value) => (
                <option key={value} value={value}>
                  {words.scopes[value]}
                </option>
              ))}
            </select>
          </label>
          {scope !== 'workspace' && (
            <label className="field">
              <span>{words.of[scope]}</span>
              <select required value={scopeId} onChange={({ target }) => setScopeId(target.value)}>
                <option value="">{choices?.length === 0 ? words.nothingToChoose : words.choose}</option>
                {choices?.map(({ id, name: choice }) => (
                  <option key={id} value={id}>
                    {choice}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label className="field">
            <span>{words.period}</span>
            <select value={period} onChange={({ target }) => setPeriod(target.value as BudgetPeriod)}>
              {PERIODS.map((value) => (
                <option key={value} value={value}>
                  {words.perPeriod[value]}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      <div className="row">
        <label className="field">
          <span>{words.limitCredits}</span>
          <input
            type="number"
            min={1}
            max={MAX_CREDITS}
            // One of the limits is required.
            required={dollars === ''}
            value={credits}
            onChange={({ target }) => setCredits(target.value)}
          />
        </label>
        <label className="field">
          <span>{words.limitMoney}</span>
          <input
            type="number"
            min={0.000001}
            max={MAX_DOLLARS}
            step="any"
            value={dollars}
            onChange={({ target }) => setDollars(target.value)}
          />
        </label>
      </div>
      <p className="soft help">{words.limitHelp}</p>
      <fieldset className="field">
        <legend>{words.action}</legend>
        {ACTIONS.map((value) => (
          <label key={value} className="flag">
            <input type="radio" name="action" checked={action === value} onChange={() => setAction(value)} />
            {words.actions[value]}
          </label>
        ))}
      </fieldset>
      <div className="row actions">
        <Button className="button" onPress={onClose}>
          {text.cancel}
        </Button>
        <RequestButton className="button primary" type="submit" isPending={save.isPending}>
          {budget ? text.save : words.create}
        </RequestButton>
      </div>
    </RequestForm>
  );
}

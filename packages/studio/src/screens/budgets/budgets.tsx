import { useMutation, useQuery } from '@tanstack/react-query';
import type { Budget } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { client, queries } from '../../api/client.ts';
import { useRole } from '../../api/role.ts';
import { count, day } from '../../format/format.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { budgetState } from './amounts.ts';
import { BudgetBars } from './bars.tsx';
import { BudgetForm } from './budget-form.tsx';
import './budgets.css';
import { useScopeName } from './scopes.ts';

const words = text.budgets;
const MAX_BUDGETS = 100;

/** The budgets of the workspace with their use. Admins can change them. */
export function BudgetsCard() {
  const budgets = useQuery({
    queryKey: ['budgets'],
    queryFn: () => client.budgets.list().toArray({ limit: MAX_BUDGETS }),
  });
  const isAdmin = useRole() === 'admin';
  const [form, setForm] = useState<{ budget?: Budget }>();
  return (
    <section className="card" aria-labelledby="budgets">
      <div className="head">
        <h2 id="budgets">{words.title}</h2>
        {isAdmin && (
          <Button className="button small" onPress={() => setForm({})}>
            {words.add}
          </Button>
        )}
      </div>
      <Loaded query={budgets} rows={2}>
        {(list) => (
          <>
            {list.length === 0 && <p className="soft">{words.none}</p>}
            {list.length > 0 && (
              <ul className="budgets">
                {list.map((budget) => (
                  <BudgetEntry
                    key={budget.id}
                    budget={budget}
                    isAdmin={isAdmin}
                    onChange={() => setForm({ budget })}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {form && (
        <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={() => setForm(undefined)}>
          <Modal className="modal">
            <Dialog className="dialog">
              <Heading slot="title" dir="auto">
                {form.budget ? words.changeName(form.budget.name) : words.add}
              </Heading>
              <BudgetForm budget={form.budget} onClose={() => setForm(undefined)} />
            </Dialog>
          </Modal>
        </ModalOverlay>
      )}
    </section>
  );
}

const LOOKS = { near: 'warn', used_up: 'fail' } as const;

function BudgetEntry(props: { budget: Budget; isAdmin: boolean; onChange: () => void }) {
  const { budget, isAdmin, onChange } = props;
  const { id, name, action, period, current } = budget;
  const scopeName = useScopeName(budget);
  const remove = useMutation({
    mutationFn: async () => void (await client.budgets.delete(id)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['budgets'] }),
  });
  const state = budgetState(budget);
  return (
    <li>
      <div className="head">
        <h3 dir="auto">
          {name} {state !== 'open' && <span className={`status ${LOOKS[state]}`}>{words.states[state]}</span>}
        </h3>
        {isAdmin && (
          <div className="row">
            <Button className="button small" aria-label={words.changeName(name)} onPress={onChange}>
              {words.change}
            </Button>
            <ConfirmButton
              small
              label={text.settings.remove}
              name={text.settings.removeName(name)}
              warning={words.removeWarning}
              onConfirm={() => remove.mutate()}
            />
          </div>
        )}
      </div>
      <BudgetBars budget={budget} />
      <p className="soft">
        {scopeName} {words.periods[period](day(current.ends_at))} {words.effects[action]}
      </p>
      {current.unpriced_takes > 0 && budget.limit_usd_micros !== null && (
        <p className="soft">{words.unpriced(count(current.unpriced_takes))}</p>
      )}
      {remove.isError && <Failure error={remove.error} />}
    </li>
  );
}

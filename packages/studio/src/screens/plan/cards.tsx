import { useMutation, useQuery } from '@tanstack/react-query';
import type { PaymentMethod } from '@voiceloom/sdk';
import { client, queries } from '../../api/client.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';

const words = text.plan;

/** The saved cards. Their numbers are entered on pages of the payment processor, never here. */
export function Cards() {
  const cards = useQuery({ queryKey: ['cards'], queryFn: () => client.users.listPaymentMethods() });
  return (
    <section className="card" aria-labelledby="cards">
      <h2 id="cards">{words.cards}</h2>
      <p className="soft">{words.cardsHelp}</p>
      <Loaded query={cards} rows={1}>
        {(list) => (
          <ul className="entries">
            {list.length === 0 && <li className="soft">{words.noCards}</li>}
            {list.map((card) => (
              <Card key={card.id} card={card} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function Card({ card }: { card: PaymentMethod }) {
  const { id, brand, last4, exp_month, exp_year, is_default } = card;
  const act = useMutation({
    mutationFn: async (action: () => PromiseLike<unknown>) => await action(),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['cards'] }),
  });
  const name = words.card(brand, last4);
  return (
    <li>
      <span>
        {name}{' '}
        <span className="soft numbers">
          {words.expires(`${String(exp_month).padStart(2, '0')}/${exp_year}`)}
        </span>
      </span>
      {is_default ? (
        <span className="status run">{words.charged}</span>
      ) : (
        <RequestButton
          className="button small"
          aria-label={words.chargeName(name)}
          isPending={act.isPending}
          onPress={() => act.mutate(() => client.users.setDefaultPaymentMethod(id))}
        >
          {words.charge}
        </RequestButton>
      )}
      <ConfirmButton
        small
        label={text.settings.remove}
        name={text.settings.removeName(name)}
        warning={words.cardWarning}
        onConfirm={() => act.mutate(() => client.users.deletePaymentMethod(id))}
      />
      {act.isError && <Failure error={act.error} />}
    </li>
  );
}

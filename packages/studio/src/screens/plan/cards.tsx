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
  const cards = useCards();
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
      <AddCard />
    </section>
  );
}

/** The parameter of the address to which the payment processor leads back. */
const RETURN = 'card';

const readCards = () => client.users.listPaymentMethods();

export const useCards = () => useQuery({ queryKey: ['cards'], queryFn: readCards });

/** Where this tab keeps the IDs of the cards from before it left for the page of the payment processor. */
const LEFT = 'cards-before';

const fetchCards = () => queries.fetchQuery({ queryKey: ['cards'], queryFn: readCards, staleTime: 0 });

/**
 * After the return from the payment processor, charges the new card if it is the only choice: a card never becomes the
 * default by itself. Does nothing without a new card, or in a tab that did not go there: a link must not cause a payment.
 */
export async function finishCard(): Promise<void> {
  const url = new URL(location.href);
  if (!url.searchParams.has(RETURN)) return;
  url.searchParams.delete(RETURN);
  history.replaceState(history.state, '', url);
  const idsBefore = sessionStorage.getItem(LEFT);
  sessionStorage.removeItem(LEFT);
  const [newest, ...others] = await fetchCards();
  if (idsBefore === null || newest === undefined || others.length > 0 || newest.is_default) return;
  if (idsBefore.split(' ').includes(newest.id)) return;
  await client.users.setDefaultPaymentMethod(newest.id);
  await queries.invalidateQueries({ queryKey: ['cards'] });
}

/** Leads to a page of the payment processor. */
export function AddCard({ isPrimary = false }: { isPrimary?: boolean }) {
  const add = useMutation({
    mutationFn: async () => {
      const return_url = `${location.origin}/studio/plan?${RETURN}=added`;
      const { url } = await client.users.createPaymentMethodPage({ return_url });
      const cards = await fetchCards();
      sessionStorage.setItem(LEFT, cards.map(({ id }) => id).join(' '));
      location.assign(url);
    },
  });
  return (
    <>
      <RequestButton
        className={isPrimary ? 'button primary' : 'button'}
        // Stays so until the browser has left.
        isPending={add.isPending || add.isSuccess}
        onPress={() => add.mutate()}
      >
        {words.addCard}
      </RequestButton>
      {add.isError && <Failure error={add.error} />}
    </>
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

import { useQuery } from '@tanstack/react-query';
import type { WebhookEndpoint } from '@voiceloom/sdk';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { when } from '../../format/format.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { text } from '../../text/en.ts';
import { useAction } from './action.ts';

const words = text.settings;
const MAX_ENDPOINTS = 50;
const MAX_ATTEMPTS = 20;
const STATUS = { pending: 'pending', succeeded: 'completed', failed: 'failed' } as const;

/** URLs that receive events, and the results of their deliveries. */
export function WebhooksCard() {
  const endpoints = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => client.webhookEndpoints.list().toArray({ limit: MAX_ENDPOINTS }),
  });
  const act = useAction('webhooks');
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState<string>();
  const create = async () => {
    const result = await client.webhookEndpoints.create({ url });
    setSecret(result.secret);
    setUrl('');
  };
  return (
    <section className="card" aria-labelledby="webhooks">
      <h2 id="webhooks">{words.webhooks}</h2>
      {act.isError && <Failure error={act.error} />}
      {secret !== undefined && <Secret onDone={() => setSecret(undefined)}>{secret}</Secret>}
      <Loaded query={endpoints}>
        {(list) => (
          <div className="entries">
            {list.length === 0 && <p className="soft">{words.noWebhooks}</p>}
            {list.map((endpoint) => (
              <Endpoint key={endpoint.id} endpoint={endpoint} />
            ))}
          </div>
        )}
      </Loaded>
      <RequestForm className="row" isPending={act.isPending} onSend={() => act.mutate(create)}>
        <label className="field">
          <span>{words.url}</span>
          <input
            type="url"
            required
            placeholder="https://example.com/hooks"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        </label>
        <RequestButton type="submit" className="button" isPending={act.isPending}>
          {words.addWebhook}
        </RequestButton>
      </RequestForm>
    </section>
  );
}

/** A webhook endpoint with its actions. Its last attempts are loaded on demand. */
function Endpoint({ endpoint: { id, url, active } }: { endpoint: WebhookEndpoint }) {
  const [isOpen, setOpen] = useState(false);
  const act = useAction('webhooks');
  const attempts = useQuery({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: () => client.webhookEndpoints.deliveries(id).toArray({ limit: MAX_ATTEMPTS }),
    enabled: isOpen,
  });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {url} {!active && <span className="status fail">{words.disabled}</span>}
      </summary>
      <div className="fields entry">
        {act.isError && <Failure error={act.error} />}
        <div className="row">
          <RequestButton
            className="button small"
            isPending={act.isPending}
            onPress={() => act.mutate(() => client.webhookEndpoints.test(id))}
          >
            {words.sendTest}
          </RequestButton>
          <ConfirmButton
            small
            label={words.remove}
            name={words.removeName(url)}
            warning={words.webhookWarning}
            onConfirm={() => act.mutate(async () => void (await client.webhookEndpoints.delete(id)))}
          />
        </div>
        {isOpen && (
          <Loaded query={attempts}>
            {(list) => (
              <ul className="entries">
                {list.length === 0 && <li className="soft">{words.noAttempts}</li>}
                {list.map((delivery) => (
                  <li key={delivery.id}>
                    <span>
                      {delivery.event.type} <span className="soft">{when(delivery.created_at)}</span>
                    </span>
                    <Status of={STATUS[delivery.status]} />
                    <span className="soft">
                      {words.attempts(delivery.attempts)} {delivery.response_status} {delivery.error}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        )}
      </div>
    </details>
  );
}

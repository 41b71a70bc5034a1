import { useQuery } from '@tanstack/react-query';
import type { Provider, ProviderKeyStatus, SpeechProviderId } from '@voiceloom/sdk';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { count } from '../../format/format.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import type { JsonSchema } from '../../parts/schema.ts';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { toLabel, toReadable } from '../../text/labels.ts';
import { useAction } from './action.ts';

const words = text.settings;
const MAX_PROVIDERS = 100;
/** The service asks the provider, which can take longer than other requests. */
const PROVIDER_MS = 30_000;

/** Keys of the workspace's own accounts at providers. */
export function ProvidersCard() {
  const keys = useQuery({ queryKey: ['provider-keys'], queryFn: () => client.providerKeys.list() });
  // What each key allows: changes with the keys.
  const catalog = useQuery({
    queryKey: ['provider-keys', 'catalog'],
    queryFn: () => client.providers.list().toArray({ limit: MAX_PROVIDERS }),
  });
  return (
    <section className="card" aria-labelledby="providers">
      <h2 id="providers">{words.providers}</h2>
      <p className="soft">{words.providersHelp}</p>
      {catalog.isError && <Failure error={catalog.error} />}
      <Loaded query={keys}>
        {({ providers }) => (
          <div className="entries">
            {providers.map((status) => (
              <ProviderEntry
                key={status.provider}
                status={status}
                provider={catalog.data?.find(({ id }) => id === status.provider)}
              />
            ))}
          </div>
        )}
      </Loaded>
    </section>
  );
}

function ProviderEntry(props: { status: ProviderKeyStatus; provider: Provider | undefined }) {
  const { status } = props;
  const { services = [], voices_count = 0 } = props.provider ?? {};
  const { provider, display_name, configured, is_valid, key_preview, credentials_schema } = status;
  const act = useAction('provider-keys');
  const [values, setValues] = useState<Record<string, string>>({});
  const { properties = {}, required = [] } = credentials_schema as JsonSchema;
  return (
    <details>
      <summary>
        {display_name}{' '}
        <span className="soft">{services.map((service) => words.services[service]).join(', ')}</span>{' '}
        {configured && (
          <span className={`status ${is_valid ? 'pass' : 'fail'}`}>
            {is_valid ? words.valid : words.invalid} {key_preview}
          </span>
        )}
      </summary>
      <RequestForm
        className="fields entry"
        isPending={act.isPending}
        onSend={() => {
          const credentials = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
          act.mutate(() => client.providerKeys.put(provider, credentials, { timeoutMs: PROVIDER_MS }), {
            onSuccess: () => setValues({}),
          });
        }}
      >
        {act.isError && <Failure error={act.error} />}
        {is_valid && services.includes('speech') && (
          <div className="row">
            <span className="numbers">{words.voices(count(voices_count))}</span>
            <RequestButton
              className="button small"
              isPending={act.isPending}
              onPress={() =>
                act.mutate(() =>
                  client.voices.refresh(
                    { provider: provider as SpeechProviderId },
                    { timeoutMs: PROVIDER_MS },
                  ),
                )
              }
            >
              {words.refreshVoices}
            </RequestButton>
          </div>
        )}
        {Object.entries(properties).map(([name, { description = '' }]) => (
          <label key={name} className="field">
            <span>{toLabel(name)}</span>
            <input
              type={/key|secret|token|password/.test(name) ? 'password' : 'text'}
              autoComplete="off"
              required={required.includes(name)}
              value={values[name] ?? ''}
              onChange={({ target }) => setValues({ ...values, [name]: target.value })}
            />
            {description && <span className="soft help">{toReadable(description)}</span>}
          </label>
        ))}
        <div className="row">
          <RequestButton type="submit" className="button" isPending={act.isPending}>
            {words.checkAndSave}
          </RequestButton>
          {configured && (
            <ConfirmButton
              label={words.remove}
              name={words.removeName(display_name)}
              warning={words.providerKeyWarning}
              onConfirm={() => act.mutate(async () => void (await client.providerKeys.delete(provider)))}
            />
          )}
        </div>
      </RequestForm>
    </details>
  );
}

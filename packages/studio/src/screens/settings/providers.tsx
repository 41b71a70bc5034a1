import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Provider, ProviderKeyStatus, SpeechProviderId } from '@voiceloom/sdk';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useProviders } from '../../api/providers.ts';
import { count } from '../../format/format.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { PlayVoice } from '../../parts/player.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import type { JsonSchema } from '../../parts/schema.ts';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { toLabel, toReadable } from '../../text/labels.ts';
import { useAction } from './action.ts';

const words = text.settings;
/** The service asks the provider, which can take longer than other requests. */
const PROVIDER_MS = 30_000;
const MAX_FIRST_VOICES = 5;

/** Keys of the workspace's own accounts at providers, and what each key makes possible. */
export function ProvidersCard() {
  const keys = useQuery({ queryKey: ['provider-keys'], queryFn: () => client.providerKeys.list() });
  const catalog = useProviders();
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

const KEY_LOOKS = { valid: 'pass', invalid: 'fail', unverified: 'warn' } as const;

/** The state of a provider in a word and a color. Nothing if the workspace has no key and needs one. */
function State({ status, provider }: { status: ProviderKeyStatus; provider: Provider | undefined }) {
  if (status.status !== 'not_configured')
    return (
      <span className={`status ${KEY_LOOKS[status.status]}`}>
        {words.keyStates[status.status]} {status.key_preview}
      </span>
    );
  if (provider?.paid_by !== 'platform') return null;
  if (provider.available) return <span className="status run">{words.included}</span>;
  return <span className="status warn">{text.setup.unavailable}</span>;
}

function ProviderEntry({
  status,
  provider: details,
}: {
  status: ProviderKeyStatus;
  provider: Provider | undefined;
}) {
  const { services = [], voices_count = 0, models_count = 0 } = details ?? {};
  const { provider, display_name, configured, is_valid, credentials_schema } = status;
  const act = useAction('provider-keys');
  const [values, setValues] = useState<Record<string, string>>({});
  const { properties = {}, required = [] } = credentials_schema as JsonSchema;
  const names = Object.keys(properties);
  const isMain = (name: string) => required.includes(name) || MAIN.has(name);
  const field = (name: string) => (
    <label key={name} className="field">
      <span>{toLabel(name)}</span>
      <input
        type={/key|secret|token|password/.test(name) ? 'password' : 'text'}
        autoComplete="off"
        required={required.includes(name)}
        value={values[name] ?? ''}
        placeholder={String(properties[name]?.default ?? '')}
        onChange={({ target }) => setValues({ ...values, [name]: target.value })}
      />
      {properties[name]?.description && (
        <span className="soft help">{toReadable(properties[name].description)}</span>
      )}
    </label>
  );
  const otherNames = names.filter((name) => !isMain(name));
  return (
    <details>
      <summary>
        {display_name}{' '}
        <span className="soft">{services.map((service) => words.services[service]).join(', ')}</span>{' '}
        <State status={status} provider={details} />
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
        {status.status === 'unverified' && <p className="soft">{words.unverifiedKey}</p>}
        {is_valid && services.includes('speech') && (
          <FirstVoices provider={provider as SpeechProviderId} voicesCount={voices_count} />
        )}
        {!configured && (
          <ul className="unlocks soft">
            {services.map((service) => (
              <li key={service}>
                {words.unlocks[service]}
                {service === 'speech' && models_count > 0 && ` ${words.models(count(models_count))}`}
              </li>
            ))}
          </ul>
        )}
        {names.filter(isMain).map(field)}
        {otherNames.length > 0 && (
          <details>
            <summary>{words.otherServers}</summary>
            <div className="fields nested">{otherNames.map(field)}</div>
          </details>
        )}
        <div className="row">
          <RequestButton type="submit" className="button primary" isPending={act.isPending}>
            {words.checkAndSave}
          </RequestButton>
          {is_valid && services.includes('speech') && (
            <RequestButton
              className="button"
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
          )}
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

/** Optional fields that most people fill in nevertheless. */
const MAIN = new Set(['api_key', 'base_url']);

/** The voices that a new key makes possible, to listen to at once. */
function FirstVoices({ provider, voicesCount }: { provider: SpeechProviderId; voicesCount: number }) {
  const voices = useQuery({
    // The voices change with the key.
    queryKey: ['provider-keys', 'voices', provider],
    queryFn: () => client.voices.list({ provider }).toArray({ limit: MAX_FIRST_VOICES }),
  });
  const active = voices.data?.filter(({ is_active }) => is_active) ?? [];
  return (
    <section className="first-voices" aria-label={words.voices(count(voicesCount))}>
      <strong className="numbers">{words.voices(count(voicesCount))}</strong>
      <ul className="row">
        {active.map((voice) => (
          <li key={voice.id} className="first-voice">
            <PlayVoice voice={voice} hasSample={voice.sample_url !== null} /> {voice.name}
          </li>
        ))}
      </ul>
      <Link to="/new">{words.useVoices}</Link>
    </section>
  );
}

import { blanks, providers } from '../../generated/test-contract.ts';
import type { Provider, ProviderKeyStatus, ProviderModel, Voice } from '../../generated/types.ts';
import { ApiError, malformed, notFound } from '../api-error.ts';
import type { Caller, Handlers } from '../handler.ts';
import { listReply } from '../lists.ts';
import type { TestProvider } from '../operation.ts';
import { type Faults, readValue } from '../read-value.ts';
import type { Owned, World } from '../world.ts';
import { limitsIn } from './account.ts';
import { noteBy } from './activity.ts';
import { CREDITS_PER_1000 } from './credits.ts';
import { without } from './own.ts';

const MODEL = 'espeak-ng';
const MASK = '••••';
const SHOWN = 4;
const LONG_ENOUGH = 16;
const SECRETS = ['api_key', 'client_secret', 'secret_access_key'];

/** The key of a workspace for a provider; what it was made of is forgotten. */
export type StoredProviderKey = Owned<ProviderKeyStatus>;

const providerOf = (id: string): TestProvider => {
  const provider = providers.find((candidate) => candidate.id === id);
  if (provider === undefined) throw notFound('provider');
  return provider;
};

const placeOf = ({ workspace_id }: Caller, { id }: TestProvider) => `${workspace_id} ${id}`;

const voicesOf = ({ voices }: World, { id }: TestProvider): Voice[] =>
  [...voices.values()].filter((voice) => voice.provider === id);

function view(world: World, caller: Caller, provider: TestProvider): Provider {
  const { id, display_name, embedded, serves } = provider;
  const voices_count = voicesOf(world, provider).length;
  const key = world.providerKeys.get(placeOf(caller, provider))?.status ?? 'not_configured';
  const isHere = voices_count > 0 || serves.some((service) => service !== 'speech');
  return {
    ...blanks.Provider,
    ...{ id, display_name, embedded, serves: [...serves], voices_count },
    available: isHere && (embedded || key === 'valid'),
    key_status: embedded ? null : key,
    models_count: modelsOf(world, provider).length,
  };
}

/** The embedded engine speaks with one model; of the others this server knows none. */
function modelsOf(world: World, provider: TestProvider): ProviderModel[] {
  if (!provider.embedded) return [];
  const locales = voicesOf(world, provider).flatMap(({ supported_languages }) => supported_languages);
  const price = { provider_price: null, retires_at: null, successor: null };
  return [
    {
      ...{ ...blanks.ProviderModel, ...price, id: MODEL, provider: provider.id, display_name: 'eSpeak NG' },
      ...{ is_default: true, credits_per_1000_characters: CREDITS_PER_1000, max_characters: 10_000 },
      supported_languages: [...new Set(locales)],
    },
  ];
}

function modelOf(world: World, provider: string, id: string): ProviderModel {
  const model = modelsOf(world, providerOf(provider)).find((candidate) => candidate.id === id);
  if (model === undefined) throw notFound('model');
  return model;
}

/** Providers and their models. */
const catalog: Handlers = {
  'providers.list': ({ world, caller, query, url }) =>
    listReply(
      providers.map((provider) => view(world, caller, provider)),
      { url, query },
    ),
  'providers.get': ({ world, caller, params }) => ({
    data: view(world, caller, providerOf(params.provider)),
  }),
  'providers.models': ({ world, params, query, url }) =>
    listReply(modelsOf(world, providerOf(params.provider)), { url, query }),
  'providers.model': ({ world, params }) => ({ data: modelOf(world, params.provider, params.model) }),
  'providers.voices': ({ world, params, query, url }) => {
    const { id } = modelOf(world, params.provider, params.model);
    const voices = voicesOf(world, providerOf(params.provider)).filter(
      ({ supported_models }) => supported_models?.includes(id) ?? true,
    );
    return listReply(voices, { url, query });
  },
};

const unset = ({ id, display_name, credentials_schema }: TestProvider): ProviderKeyStatus => ({
  ...{ ...blanks.ProviderKeyStatus, provider: id as ProviderKeyStatus['provider'], display_name },
  ...{ credentials_schema: credentials_schema ?? {}, configured: false, is_valid: false },
  ...{ validated_at: null, key_preview: '', status: 'not_configured' },
});

/** The credentials, read by the schema that the provider asks for; a field that is not named is refused. */
function readCredentials(provider: TestProvider, body: object): Record<string, string> {
  const schema = provider.credentials_schema ?? {};
  const faults: Faults = [];
  const names = Object.keys((schema.properties ?? {}) as object);
  const trimmed = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  const known = trimmed.filter(([name]) => names.includes(name));
  const read = readValue(schema, Object.fromEntries(known), 'body', faults);
  // Every unknown field at its own place: a misspelled one must be found.
  const message = `${provider.display_name} takes no such field; it takes: ${names.join(', ')}.`;
  for (const name of Object.keys(body))
    if (!names.includes(name)) faults.push({ field: `body.${name}`, message });
  const [first, ...others] = faults;
  if (first) throw new ApiError('VALIDATION_ERROR', first.message, { details: [first, ...others] });
  return read as Record<string, string>;
}

function put(world: World, caller: Caller, { provider, body }: { provider: TestProvider; body: object }) {
  if (limitsIn(world, caller.workspace_id).byok_enabled === 0) {
    const message =
      "The plan of the workspace's owner does not include own provider keys. Move to one that does; on a server of your own, PLANS_FILE can allow them.";
    throw new ApiError('FEATURE_NOT_IN_PLAN', message);
  }
  const read = readCredentials(provider, body);
  const field = SECRETS.find((name) => name in read) ?? '';
  const secret = read[field] ?? '';
  if (!world.options.providerKey({ provider: provider.id, credentials: read })) {
    const message = `${provider.display_name} does not accept this key.`;
    throw new ApiError('VALIDATION_ERROR', message, { details: [{ field: `body.${field}`, message }] });
  }
  const key: StoredProviderKey = {
    ...unset(provider),
    ...{ workspace_id: caller.workspace_id, configured: true, is_valid: true, status: 'valid' },
    validated_at: world.clock.iso(),
    key_preview: secret.length < LONG_ENOUGH ? MASK : MASK + secret.slice(-SHOWN),
  };
  world.providerKeys.set(placeOf(caller, provider), key);
  return key;
}

function tell(world: World, caller: Caller, provider: TestProvider, kind: string): void {
  const resource = ['provider_key', null, provider.display_name] as const;
  noteBy(world, caller, { action: 'settings_changed', kind, resource, metadata: { provider: provider.id } });
}

const keyed = (id: string): TestProvider => {
  const provider = providerOf(id);
  if (provider.credentials_schema !== null) return provider;
  throw malformed({ field: 'params.provider', message: 'This provider takes no key.' });
};

/** Keys of a workspace for providers. The `providerKey` function of the test says which are good. */
const keys: Handlers = {
  'provider_keys.list': ({ world, caller }) => ({
    data: {
      providers: providers
        .filter(({ credentials_schema }) => credentials_schema !== null)
        .map((provider) => {
          const key = world.providerKeys.get(placeOf(caller, provider));
          return key ? without(key, 'workspace_id') : unset(provider);
        }),
    },
  }),
  'provider_keys.put': ({ world, caller, params, body }) => {
    const provider = keyed(params.provider);
    const key = put(world, caller, { provider, body });
    tell(world, caller, provider, 'provider_key_set');
    return { data: without(key, 'workspace_id') };
  },
  'provider_keys.delete': ({ world, caller, params }) => {
    const provider = keyed(params.provider);
    if (world.providerKeys.delete(placeOf(caller, provider)))
      tell(world, caller, provider, 'provider_key_deleted');
    return { data: unset(provider) };
  },
};

/** Providers, their models and the keys for them. */
export const providerHandlers: Handlers = { ...catalog, ...keys };

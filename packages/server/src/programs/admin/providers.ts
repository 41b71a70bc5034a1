import {
  type KeyedProviderId,
  PROVIDER_CREDENTIALS,
  PROVIDERS,
  SpeechProviderId,
  takesKey,
} from '@voiceloom/contract';
import {
  listPlatformKeys,
  type PlatformKey,
  removePlatformKey,
  storePlatformKey,
  testPlatformKey,
} from '../../features/provider-keys/index.ts';
import { type AdminApp, type Command, UsageError } from './command.ts';
import { listReport } from './output.ts';
import { MAX_ROWS } from './values.ts';

export const providerCommands: Command[] = [
  {
    name: 'providers list',
    params: [],
    summary: 'List the platform keys, their state, and the plans that may use them.',
    async run({ db }) {
      return listReport('providers', {
        rows: await listPlatformKeys(db),
        limit: MAX_ROWS,
        isSearch: false,
        columns: [
          ['PROVIDER', (key) => key.provider],
          ['STATUS', (key) => key.status],
          ['KEY', (key) => key.key_preview],
          ['TESTED', (key) => key.checked_at],
          ['UNAVAILABLE UNTIL', (key) => key.unavailable_until],
          ['REASON', (key) => key.unavailable_reason],
          ['VOICES', (key) => key.voices],
          ['PLANS', (key) => key.plans.join(', ')],
        ],
      });
    },
  },
  {
    name: 'providers set',
    params: ['PROVIDER'],
    options: ['reason'],
    summary: 'Test and store a platform key. Reads the key, or its fields as JSON, from standard input.',
    async run(app, { args: [text], readSecret, operator, now }) {
      const provider = parseProvider(text);
      const body = parseCredentials(provider, await readSecret());
      const key = await storePlatformKey(await withTools(app), { provider, body, operator, now });
      const hint = 'Plans use it that name the provider: see "plans list" and "plans offer".';
      return { data: { key }, lines: [`Stored the key for ${provider}. ${describeTest(key)}`, hint] };
    },
  },
  {
    name: 'providers test',
    params: ['PROVIDER'],
    summary: 'Test a platform key again. If it is accepted, runs that wait for it continue.',
    async run(app, { args: [text], now }) {
      const provider = parseProvider(text);
      const key = await testPlatformKey(await withTools(app), { provider, now });
      return { data: { key }, lines: [describeTest(key)] };
    },
  },
  {
    name: 'providers remove',
    params: ['PROVIDER'],
    options: ['reason'],
    destroys: true,
    summary: 'Delete a platform key. Its voices disappear from the catalog.',
    async run(app, { args: [text], isApplied, operator, now }) {
      const provider = parseProvider(text);
      const keys = await listPlatformKeys(app.db);
      const key = keys.find((candidate) => candidate.provider === provider);
      if (!key) return { data: { changed: false }, lines: [`There is no platform key for ${provider}.`] };
      const plans = key.plans.length > 0 ? key.plans.join(', ') : 'no plan';
      if (!isApplied)
        return { data: { key }, lines: [`The key ${key.key_preview} for ${provider} is used by: ${plans}.`] };
      const changed = await removePlatformKey(app, { provider, operator, now });
      return { data: { key, changed }, lines: [`Removed the key for ${provider}.`] };
    },
  },
];

async function withTools(app: AdminApp) {
  return { ...app, ...(await app.openKeyTools()) };
}

function describeTest({ provider, status }: PlatformKey): string {
  const { display_name } = PROVIDERS[provider as KeyedProviderId];
  if (status === 'valid') return `${display_name} accepts it.`;
  if (status === 'invalid') return `${display_name} does not accept it.`;
  return `${display_name} did not respond to the test.`;
}

/** Platform keys only speak. */
function parseProvider(text = ''): KeyedProviderId {
  const { data: provider } = SpeechProviderId.safeParse(text);
  if (provider !== undefined && takesKey(provider)) return provider;
  const ids = SpeechProviderId.options.filter((id) => takesKey(id));
  throw new UsageError(`The provider must be one of ${ids.join(', ')}.`);
}

/** The errors contain nothing of the input. */
function parseCredentials(provider: KeyedProviderId, input: string): Record<string, unknown> {
  const text = input.trim();
  const fields = Object.keys(PROVIDER_CREDENTIALS[provider].shape);
  const description = `The fields of ${provider} are ${fields.join(', ')}, as JSON.`;
  if (text === '') throw new UsageError(`No key was entered. ${description}`);
  if (!text.startsWith('{') && fields.includes('api_key')) return { api_key: text };
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new UsageError(description);
  }
}

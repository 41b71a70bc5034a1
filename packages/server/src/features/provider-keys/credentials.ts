import {
  type KeyedProviderId,
  PROVIDER_CREDENTIALS,
  PROVIDERS,
  readInput,
  sentCredentialsOf,
} from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { type FieldError, invalid } from '../../errors.ts';
import { allowedTargets, findBaseUrlError } from '../../providers/http.ts';
import type { Credentials, KeyVerdict } from '../../providers/verify.ts';

/** Reads new credentials and tests them at the provider. Throws if a field is invalid or the provider rejects them. */
export async function testCredentialsOrThrow(
  app: Pick<App, 'config' | 'keyVerifier' | 'log'>,
  request: { provider: KeyedProviderId; body: Record<string, unknown>; now: Date },
): Promise<{ credentials: Credentials; status: 'valid' | 'unverified' }> {
  const { provider, body, now } = request;
  const credentials = readCredentials(provider, body);
  // Checks every URL that requests may use, not only the one of the key test. Each request checks the resolved addresses.
  const { provider_allowed_hosts } = app.config;
  const errors: FieldError[] = [];
  for (const [name, address] of Object.entries(credentials)) {
    if (address === undefined || !ADDRESS_FIELD.test(name)) continue;
    const message = findBaseUrlError(address, allowedTargets(new URL(address), provider_allowed_hosts));
    if (message !== undefined) errors.push({ field: `body.${name}`, message: `${message} ${HOW_TO_ALLOW}` });
  }
  if (errors.length > 0) throw invalid(...errors);
  const verdict = await app.keyVerifier.verify({ provider, credentials, now });
  if (verdict.kind === 'forbidden' || verdict.kind === 'unreachable')
    app.log.warn({ provider, reason: verdict.reason }, 'provider key not tested');
  return { credentials, status: toKeyStatus(provider, verdict) };
}

/** Matches the fields of all providers that contain a URL. */
const ADDRESS_FIELD = /(?:^|_)url$/;

/** The errors contain fields and rules, but no values. */
function readCredentials(provider: KeyedProviderId, body: Record<string, unknown>): Credentials {
  const result = readInput(sentCredentialsOf(provider), body);
  if (result.success) return PROVIDER_CREDENTIALS[provider].parse(result.data);
  const fieldNames = Object.keys(PROVIDER_CREDENTIALS[provider].shape).join(', ');
  const unknownField = `${PROVIDERS[provider].display_name} has no such field. Allowed fields: ${fieldNames}.`;
  const errors: FieldError[] = [];
  for (const issue of result.issues) {
    if (issue.code !== 'unrecognized_keys')
      errors.push({ field: ['body', ...issue.path.map(String)].join('.'), message: issue.message });
    // Every unknown field with its path, so that a misspelled field is an error.
    else for (const key of issue.keys) errors.push({ field: `body.${key}`, message: unknownField });
  }
  throw invalid(...errors);
}

/** An address that is not allowed makes the key invalid only if the customer chose the address. */
function toKeyStatus(provider: KeyedProviderId, verdict: KeyVerdict): 'valid' | 'unverified' {
  if (verdict.kind === 'accepted') return 'valid';
  if (verdict.kind === 'rejected') {
    const message = `${PROVIDERS[provider].display_name} does not accept this key.`;
    throw invalid({ field: `body.${getSecretField(provider)}`, message });
  }
  const field = ['base_url', 'url'].find((name) => name in PROVIDER_CREDENTIALS[provider].shape);
  if (verdict.kind === 'forbidden' && field !== undefined)
    throw invalid({ field: `body.${field}`, message: `${verdict.reason} ${HOW_TO_ALLOW}` });
  return 'unverified';
}

/** The same text for every address, so that it reveals nothing about the target. */
const HOW_TO_ALLOW =
  'The operator of this server can allow hosts on its machine or network with PROVIDER_ALLOWED_HOSTS.';

/** The field that contains the secret. */
export function getSecretField(provider: KeyedProviderId): string {
  const fields = Object.keys(PROVIDER_CREDENTIALS[provider].shape);
  return ['api_key', 'client_secret', 'secret_access_key'].find((field) => fields.includes(field)) ?? '';
}

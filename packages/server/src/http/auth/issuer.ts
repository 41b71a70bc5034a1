import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { AuthSettings, Config } from '../../config/config.ts';
import { ApiError } from '../../errors.ts';
import { DEV_AUDIENCE, DEV_ISSUER, DEV_MAX_TOKEN_AGE_S, devPublicKeys } from './dev-issuer.ts';

/** The issuer whose tokens are accepted, and the source of its keys. */
export interface TrustedIssuer {
  issuer: string;
  audience: string;
  max_token_age_s: number;
  keys: JWTVerifyGetKey;
}

const DEADLINE_MS = 5_000;
/** The maximum time until a key that the provider removed is rejected. */
const KEYS_MAX_AGE_MS = 600_000;
const RETRY_AFTER_SECONDS = 10;

export async function trustedIssuer(config: Pick<Config, 'auth' | 'data_dir'>): Promise<TrustedIssuer> {
  if (config.auth) {
    const { issuer, audience, max_token_age_s } = config.auth;
    return { issuer, audience, max_token_age_s, keys: remoteKeys(config.auth) };
  }
  const keys = createLocalJWKSet(await devPublicKeys(config.data_dir));
  return { issuer: DEV_ISSUER, audience: DEV_AUDIENCE, max_token_age_s: DEV_MAX_TOKEN_AGE_S, keys };
}

function remoteKeys(settings: AuthSettings): JWTVerifyGetKey {
  let source: Promise<JWTVerifyGetKey> | undefined;
  return async (header, token) => {
    try {
      source ??= openKeys(settings);
      return await (await source)(header, token);
    } catch (error) {
      if (source && !(await opened(source))) source = undefined;
      throw isUnknownKey(error) ? error : providerAway(error);
    }
  };
}

async function openKeys(settings: AuthSettings): Promise<JWTVerifyGetKey> {
  const url = new URL(settings.jwks_url ?? (await discover(settings.issuer)));
  return createRemoteJWKSet(url, { timeoutDuration: DEADLINE_MS, cacheMaxAge: KEYS_MAX_AGE_MS });
}

/** A failed discovery is retried by the next request. */
async function opened(source: Promise<JWTVerifyGetKey>): Promise<boolean> {
  return source.then(
    () => true,
    () => false,
  );
}

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

async function discover(issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS), redirect: 'error' });
  if (!response.ok)
    throw new Error(`The identity provider returned status ${response.status} for its discovery document.`);
  const document = Discovery.parse(await response.json());
  if (document.issuer !== issuer) throw new Error('The discovery document names a different issuer.');
  return document.jwks_uri;
}

/** The token names an unknown key, so the token is invalid. */
function isUnknownKey(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}

function providerAway(cause: unknown): ApiError {
  const message = 'The identity provider does not respond, so tokens cannot be verified at the moment.';
  const error = new ApiError('UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  error.cause = cause;
  return error;
}

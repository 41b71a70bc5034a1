import { displayName } from '@voiceloom/contract';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { z } from 'zod';
import type { Clock } from '../../config/clock.ts';
import type { Config } from '../../config/config.ts';
import { ApiError } from '../../errors.ts';
import type { Identity } from '../../features/users/index.ts';
import { DEV_AUDIENCE, DEV_ISSUER, DEV_MAX_TOKEN_AGE_S, devPublicKeys } from './dev-issuer.ts';

const SKEW_SECONDS = 60;
const MAX_TEXT = 255;
/** The end of the year 9999: no token is valid longer, and no date can be later in JSON. */
const MAX_EXPIRY_S = 253_402_300_799;

/** Verifies a token of the identity provider and extracts the user. */
export async function verifyToken(token: string, issuer: TrustedIssuer, clock: Clock): Promise<Identity> {
  const payload = await verifyPayload(token, issuer, clock);
  const subject = text(payload.sub);
  if (subject === undefined)
    throw createTokenError(`The sub claim of the token must be a string of 1 to ${MAX_TEXT} characters.`);
  // The verification requires `iat`.
  const identity: Identity = { issuer: issuer.issuer, subject, issued_at: payload.iat ?? 0, profile: {} };
  const email = text(payload.email);
  const claims = {
    email,
    email_verified: email === undefined ? undefined : payload.email_verified === true,
    first_name: text(nameClaim.safeParse(payload.given_name).data),
    last_name: text(nameClaim.safeParse(payload.family_name).data),
    image_url: text(payload.picture, 2_000),
  };
  identity.profile = Object.fromEntries(Object.entries(claims).filter(([, claim]) => claim !== undefined));
  return identity;
}

/** The claims of a token whose signature, issuer, audience and times are valid. Throws UNAUTHENTICATED otherwise. */
async function verifyPayload(token: string, issuer: TrustedIssuer, clock: Clock): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, issuer.keys, {
      algorithms: ['RS256', 'ES256', 'EdDSA'],
      issuer: issuer.issuer,
      audience: issuer.audience,
      requiredClaims: ['sub', 'iat', 'exp'],
      // Also rejects a token that was issued in the future.
      maxTokenAge: issuer.max_token_age_s,
      clockTolerance: SKEW_SECONDS,
      currentDate: clock(),
    });
    const { typ } = protectedHeader;
    const type = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : '';
    if (typ !== undefined && !ACCESS_TYPES.has(type))
      throw createTokenError('The typ header of the token must be JWT, at+jwt or missing.');
    // Also true for a claim that is not a number.
    if (!(Number(payload.exp) <= MAX_EXPIRY_S))
      throw createTokenError('The exp claim of the token is not a date.');
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw createTokenError('The token has expired.');
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      throw createTokenError(
        'The token is malformed, is not valid at this time, or has an invalid signature, issuer or audience. Get a new token.',
      );
    throw error;
  }
}

/**
 * The types of plain tokens and of access tokens (RFC 9068, section 2.1). Tokens of other types have the same signature
 * keys, but grant no access.
 */
const ACCESS_TYPES = new Set(['jwt', 'at+jwt']);

function createTokenError(message: string): ApiError {
  return new ApiError('UNAUTHENTICATED', message);
}

/** A name with invisible characters counts as missing, as names in requests are rejected. */
const nameClaim = displayName(MAX_TEXT);

/** A claim as text that PostgreSQL can store. Any other claim counts as missing. */
function text(claim: unknown, maxLength = MAX_TEXT): string | undefined {
  if (typeof claim !== 'string' || claim === '' || claim.length > maxLength) return undefined;
  if (claim.includes('\u0000') || !claim.isWellFormed()) return undefined;
  return claim;
}

/** The issuer whose tokens are accepted, and the source of its keys. */
interface TrustedIssuer {
  issuer: string;
  audience: string;
  max_token_age_s: number;
  keys: JWTVerifyGetKey;
}

const DEADLINE_MS = 5_000;
/** The maximum time until a key that the provider has removed is no longer accepted. */
const KEYS_MAX_AGE_MS = 600_000;
const RETRY_AFTER_SECONDS = 10;

/** The issuer whose tokens are accepted, with its keys. They are loaded with the first token. */
export async function trustedIssuer(config: Pick<Config, 'auth' | 'data_dir'>): Promise<TrustedIssuer> {
  const { auth } = config;
  if (!auth) {
    const keys = createLocalJWKSet(await devPublicKeys(config.data_dir));
    return { issuer: DEV_ISSUER, audience: DEV_AUDIENCE, max_token_age_s: DEV_MAX_TOKEN_AGE_S, keys };
  }
  let source: Promise<JWTVerifyGetKey> | undefined;
  const keys: JWTVerifyGetKey = async (header, token) => {
    try {
      source ??= (async () => {
        const url = new URL(auth.jwks_url ?? (await discover(auth.issuer)).jwks_uri);
        return createRemoteJWKSet(url, { timeoutDuration: DEADLINE_MS, cacheMaxAge: KEYS_MAX_AGE_MS });
      })();
      return await (await source)(header, token);
    } catch (error) {
      // If discovery failed, the next request tries again.
      await source?.catch(() => {
        source = undefined;
      });
      // The token is invalid, because no single known key can verify it or its algorithm is not supported.
      const isInvalid =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported;
      if (isInvalid) throw error;
      const message = 'The identity provider does not respond, so tokens cannot be verified at the moment.';
      const unavailable = new ApiError('UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
      unavailable.cause = error;
      throw unavailable;
    }
  };
  const { issuer, audience, max_token_age_s } = auth;
  return { issuer, audience, max_token_age_s, keys };
}

const address = z.url({ protocol: /^https?$/ });
const Discovery = z.object({
  issuer: z.string(),
  jwks_uri: address,
  authorization_endpoint: address.optional(),
  token_endpoint: address.optional(),
});

/** Reads the discovery document of an identity provider. */
export async function discover(issuer: string): Promise<z.infer<typeof Discovery>> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS), redirect: 'error' });
  if (!response.ok)
    throw new Error(`The identity provider returned status ${response.status} for its discovery document.`);
  const document = Discovery.parse(await response.json());
  if (document.issuer !== issuer)
    throw new Error(
      `The discovery document names the issuer ${document.issuer}, but AUTH_ISSUER is ${issuer}. Correct AUTH_ISSUER.`,
    );
  return document;
}

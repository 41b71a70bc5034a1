import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../../clock.ts';
import { ApiError } from '../../errors.ts';
import type { Identity } from '../../features/users/index.ts';
import type { TrustedIssuer } from './issuer.ts';

const SKEW_SECONDS = 60;
const MAX_TEXT = 255;

/** Verifies a token of the identity provider and extracts the user. */
export async function verifyToken(token: string, issuer: TrustedIssuer, clock: Clock): Promise<Identity> {
  const payload = await verifiedPayload(token, issuer, clock);
  const subject = text(payload.sub);
  if (subject === undefined) throw refused('The token has no usable sub claim.');
  return { issuer: issuer.issuer, subject, profile: profileOf(payload) };
}

async function verifiedPayload(token: string, issuer: TrustedIssuer, clock: Clock): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, issuer.keys, {
      algorithms: ['RS256', 'ES256', 'EdDSA'],
      issuer: issuer.issuer,
      audience: issuer.audience,
      requiredClaims: ['sub', 'iat', 'exp'],
      // Also rejects a token from the future.
      maxTokenAge: issuer.max_token_age_s,
      clockTolerance: SKEW_SECONDS,
      currentDate: clock(),
    });
    assertType(protectedHeader.typ);
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refused('The token has expired.');
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      throw refused('The token is malformed, or its signature, issuer, audience or time is wrong.');
    throw error;
  }
}

/**
 * The types of plain tokens and access tokens (RFC 9068, section 2.1). Other types are signed with the same
 * keys but grant no access.
 */
const ACCESS_TYPES = new Set(['jwt', 'at+jwt']);

function assertType(typ: unknown): void {
  if (typ === undefined) return;
  const type = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : '';
  if (!ACCESS_TYPES.has(type)) {
    throw refused('The typ header of the token must be JWT or at+jwt, or be left out.');
  }
}

function refused(message: string): ApiError {
  return new ApiError('UNAUTHENTICATED', message);
}

function profileOf(payload: JWTPayload): Identity['profile'] {
  const profile: Identity['profile'] = {};
  const email = text(payload.email);
  if (email !== undefined) {
    profile.email = email;
    profile.email_verified = payload.email_verified === true;
  }
  const firstName = text(payload.given_name);
  if (firstName !== undefined) profile.first_name = firstName;
  const lastName = text(payload.family_name);
  if (lastName !== undefined) profile.last_name = lastName;
  const picture = text(payload.picture, 2_000);
  if (picture !== undefined) profile.image_url = picture;
  return profile;
}

/** A claim as text that PostgreSQL can store; anything else counts as absent. */
function text(claim: unknown, maxLength = MAX_TEXT): string | undefined {
  if (typeof claim !== 'string' || claim === '' || claim.length > maxLength) return undefined;
  return claim.includes('\u0000') || !claim.isWellFormed() ? undefined : claim;
}

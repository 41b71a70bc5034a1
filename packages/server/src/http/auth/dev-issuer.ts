import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  SignJWT,
} from 'jose';

/**
 * The identity provider of a development machine. Its key is created on first start and valid only on this machine. The
 * server trusts it only if no issuer is configured; config.ts allows this only on loopback and outside production.
 */
export const DEV_ISSUER = 'urn:voiceloom:dev';
export const DEV_AUDIENCE = 'voiceloom';
/** Development tokens may be valid for long, because only a server on loopback accepts them. */
export const DEV_MAX_TOKEN_AGE_S = 31_536_000;

const DEFAULT_TTL_S = 86_400;

export interface DevTokenRequest {
  data_dir: string;
  sub: string;
  email?: string;
  given_name?: string;
  family_name?: string;
  ttl_s?: number;
  now?: Date;
}

/** Signs a token of the development issuer. */
export async function mintDevToken(request: DevTokenRequest): Promise<string> {
  const { data_dir, sub, ttl_s = DEFAULT_TTL_S, now = new Date(), ...profile } = request;
  const key = await devKey(data_dir);
  const issuedAt = Math.floor(now.getTime() / 1_000);
  const claims = profile.email === undefined ? profile : { ...profile, email_verified: true };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...(key.kid && { kid: key.kid }) })
    .setIssuer(DEV_ISSUER)
    .setAudience(DEV_AUDIENCE)
    .setSubject(sub)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ttl_s)
    .sign(await importJWK(key, 'ES256'));
}

/** The key that verifies the tokens of the development issuer, without its private part `d`. */
export async function devPublicKeys(dataDir: string): Promise<JSONWebKeySet> {
  const { d, ...publicKey } = await devKey(dataDir);
  return { keys: [{ ...publicKey, alg: 'ES256', use: 'sig' }] };
}

/** The key of the development issuer, which the first process creates. */
async function devKey(dataDir: string): Promise<JWK> {
  const file = join(dataDir, 'dev-issuer.jwk');
  const existingKey = await readKey(file);
  if (existingKey) return existingKey;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = await exportJWK(privateKey);
  key.kid = await calculateJwkThumbprint(key);
  await mkdir(dataDir, { recursive: true });
  // The complete file is linked into place, so that a concurrent process finds the whole file or none.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(key), { flag: 'wx', mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const stored = await readKey(file);
  if (!stored)
    throw new Error(`The development key file ${file} was removed during startup. Start the server again.`);
  return stored;
}

/** The stored key; undefined if the file does not exist. */
async function readKey(file: string): Promise<JWK | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as JWK;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Whether an error of Node has this code. */
function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

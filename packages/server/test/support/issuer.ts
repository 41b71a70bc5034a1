import { createServer } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export const AUDIENCE = 'voiceloom-tests';

/** The parts of an identity provider that the service uses: discovery, keys, and signed tokens. */
export interface TestIssuer {
  issuer: string;
  fetches: { discovery: number; keys: number };
  /** Signs with the newest key. */
  sign(claims?: Record<string, unknown>, options?: SignOptions): Promise<string>;
  /** Creates a new signing key. The old keys stay published. */
  rotate(kid: string): Promise<void>;
  /** Responds with 500 from now on. */
  break(broken: boolean): void;
  close(): Promise<void>;
}

export interface SignOptions {
  /** Additional fields of the protected header. */
  header?: Record<string, unknown>;
  alg?: string;
  kid?: string;
  /** Signs with this key instead of a published one. */
  key?: CryptoKey;
}

export async function startIssuer(alg = 'ES256'): Promise<TestIssuer> {
  const keys: { kid: string; privateKey: CryptoKey; jwk: JWK }[] = [];
  const fetches = { discovery: 0, keys: 0 };
  let broken = false;
  const server = createServer((req, res) => {
    const isDiscovery = req.url === '/.well-known/openid-configuration';
    fetches[isDiscovery ? 'discovery' : 'keys']++;
    res.statusCode = broken ? 500 : 200;
    res.setHeader('Content-Type', 'application/json');
    res.end(
      JSON.stringify(
        isDiscovery ? { issuer, jwks_uri: `${issuer}/keys` } : { keys: keys.map(({ jwk }) => jwk) },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const rotate = async (kid: string) => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    keys.unshift({ kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } });
  };
  await rotate('first');
  return {
    issuer,
    fetches,
    rotate,
    break(now) {
      broken = now;
    },
    async sign(claims = {}, options = {}) {
      const newest = keys[0]!;
      const now = Math.floor(Date.now() / 1_000);
      const all = { iss: issuer, aud: AUDIENCE, sub: 'someone', iat: now, exp: now + 300, ...claims };
      const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
      return new SignJWT(present)
        .setProtectedHeader({ alg: options.alg ?? alg, kid: options.kid ?? newest.kid, ...options.header })
        .sign(options.key ?? newest.privateKey);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function issuerSettings(issuer: string) {
  return { issuer, audience: AUDIENCE, jwks_url: undefined, max_token_age_s: 3_600 };
}

import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';

export interface SigningKey {
  access_key_id: string;
  secret_access_key: string;
  region: string;
  service: string;
}

export interface RequestToSign {
  url: URL;
  method: string;
  /** Headers to sign in addition to host and date. */
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

type Secret = string | ArrayBuffer | ArrayBufferView;

/** SHA-256 of Node in the form that the signer expects: with a secret, an HMAC. */
class Sha256 {
  readonly #secret: Secret | undefined;
  #hash: Hash | Hmac;

  constructor(secret?: Secret) {
    this.#secret = secret;
    this.#hash = createSha256(secret);
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    this.#hash = createSha256(this.#secret);
  }
}

function createSha256(secret: Secret | undefined): Hash | Hmac {
  if (secret === undefined) return createHash('sha256');
  if (typeof secret === 'string') return createHmac('sha256', secret);
  if (secret instanceof ArrayBuffer) return createHmac('sha256', new Uint8Array(secret));
  return createHmac('sha256', new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength));
}

/** Headers that sign a request with AWS Signature Version 4. */
export async function signRequest(
  { url, method, headers, body }: RequestToSign,
  { access_key_id, secret_access_key, region, service }: SigningKey,
  now: Date,
): Promise<Record<string, string>> {
  const credentials = { accessKeyId: access_key_id, secretAccessKey: secret_access_key };
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256, applyChecksum: false });
  const request = {
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { ...headers, host: url.host },
    body,
  };
  const { headers: signed } = await signer.sign(request, { signingDate: now });
  // The HTTP client sets the host itself.
  delete signed.host;
  return signed;
}

import { createHash, createHmac } from 'node:crypto';

export interface SigningKey {
  access_key_id: string;
  secret_access_key: string;
  region: string;
  service: string;
}

export interface RequestToSign {
  url: URL;
  method: string;
  /** Signed besides host and date; names in lower case. */
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Headers that sign a GET without query and body as AWS asks for (Signature Version 4). */
export function signedHeaders(url: URL, key: SigningKey, now: Date): Record<string, string> {
  return signRequest({ url, method: 'GET' }, key, now);
}

/** Headers that sign a request as AWS asks for (Signature Version 4). */
export function signRequest(request: RequestToSign, key: SigningKey, now: Date): Record<string, string> {
  const { url, method, headers = {}, body = '' } = request;
  const stamp = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = stamp.slice(0, 8);
  const scope = `${day}/${key.region}/${key.service}/aws4_request`;
  const all = Object.entries({ ...headers, host: url.host, 'x-amz-date': stamp }).sort(byName);
  const signed = all.map(([name]) => name).join(';');
  const lines = [...all.map(([name, value]) => `${name}:${value.trim()}`), ''];
  const canonical = [method, url.pathname, queryOf(url), ...lines, signed, digest(body)].join('\n');
  const steps = [day, key.region, key.service, 'aws4_request'];
  const signingKey = steps.reduce<string | Buffer>(hmac, `AWS4${key.secret_access_key}`);
  const text = ['AWS4-HMAC-SHA256', stamp, scope, digest(canonical)].join('\n');
  const signature = hmac(signingKey, text).toString('hex');
  const credential = `Credential=${key.access_key_id}/${scope}`;
  return {
    'x-amz-date': stamp,
    authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${signed}, Signature=${signature}`,
  };
}

const byName = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : a > b ? 1 : 0);

/** Everything but unreserved characters in percent, sorted. */
function queryOf(url: URL): string {
  const encode = (text: string): string =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return Array.from(url.searchParams, ([name, value]): [string, string] => [encode(name), encode(value)])
    .sort(byName)
    .map((pair) => pair.join('='))
    .join('&');
}

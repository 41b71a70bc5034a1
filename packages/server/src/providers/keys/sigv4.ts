import { createHash, createHmac } from 'node:crypto';

export interface SigningKey {
  access_key_id: string;
  secret_access_key: string;
  region: string;
  service: string;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Headers that sign a GET without query and body as AWS asks for (Signature Version 4). */
export function signedHeaders(url: URL, key: SigningKey, now: Date): Record<string, string> {
  const stamp = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = stamp.slice(0, 8);
  const scope = `${day}/${key.region}/${key.service}/aws4_request`;
  const signed = 'host;x-amz-date';
  const lines = [`host:${url.host}`, `x-amz-date:${stamp}`, ''];
  const canonical = ['GET', url.pathname, '', ...lines, signed, digest('')].join('\n');
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

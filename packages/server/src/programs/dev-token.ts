import { fileURLToPath } from 'node:url';
import { readConfig } from '../config/config.ts';
import { mintDevToken } from '../http/auth/dev-issuer.ts';
import { readOptions } from './read-options.ts';

const {
  sub,
  email,
  'ttl-s': ttl,
} = readOptions(
  {
    purpose:
      'Prints a token of the development issuer, for a server on this machine without an identity provider.',
    options: {
      sub: 'the subject, which identifies the person (developer)',
      email: 'the email address (developer@localhost)',
      'ttl-s': 'how long the token is valid, in seconds (86400)',
    },
  },
  {
    sub: { type: 'string', default: 'developer' },
    email: { type: 'string', default: 'developer@localhost' },
    'ttl-s': { type: 'string', default: '86400' },
  },
);
const ttl_s = Number(ttl);
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const config = readConfig(process.env, root);
if (!Number.isInteger(ttl_s) || ttl_s < 1) {
  process.stderr.write(`--ttl-s must be a whole number of seconds, at least 1. It is "${ttl}".\n`);
  process.exitCode = 1;
} else if (config.auth) {
  process.stderr.write('AUTH_ISSUER is set: tokens come from your identity provider.\n');
  process.exitCode = 1;
} else {
  const token = await mintDevToken({ data_dir: config.data_dir, sub, email, ttl_s });
  process.stdout.write(`${token}\n`);
}

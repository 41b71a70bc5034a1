import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { mintDevToken } from '../http/auth/dev-issuer.ts';

/** Prints a token of the development issuer, for a server on this machine without an identity provider. */
const { values } = parseArgs({
  options: {
    sub: { type: 'string', default: 'developer' },
    email: { type: 'string', default: 'developer@localhost' },
    'ttl-s': { type: 'string', default: '86400' },
  },
});
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const config = readConfig(process.env, root);
if (config.auth) {
  process.stderr.write('AUTH_ISSUER is set: tokens come from your identity provider.\n');
  process.exitCode = 1;
} else {
  const { sub, email } = values;
  const token = await mintDevToken({ data_dir: config.data_dir, sub, email, ttl_s: Number(values['ttl-s']) });
  process.stdout.write(`${token}\n`);
}

/** An OpenID provider. Its second port signs a person in and returns the token. */
import { createServer } from 'node:http';
import { startOpenIdProvider } from '../../../packages/server/test/support/openid-provider.ts';

const { HOST = '', PORT, SIGN_IN_PORT } = process.env;
const provider = await startOpenIdProvider({ host: HOST, port: Number(PORT) });

const signIn = createServer(async (_req, res) => {
  const { access_token } = await provider.signIn('Ada');
  res.end(access_token);
});
signIn.listen(Number(SIGN_IN_PORT));

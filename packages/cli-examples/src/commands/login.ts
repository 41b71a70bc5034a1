import { Voiceloom } from '@voiceloom/sdk';
import type { Command } from 'commander';
import { isKey, profileOf, type World } from '../context.ts';
import { readSecret } from '../dialog/prompt.ts';
import { UsageError } from '../errors/failures.ts';
import { forgetLogin, profilesOf, readLogin, type SavedLogin, saveLogin } from '../files/config-file.ts';
import { handle } from './command.ts';

type LoginOptions = { apiKey?: string; token?: string };

/** Whether the connection is unencrypted. */
function isUnencrypted(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The credential from an option, or else from the prompt. */
async function credentialOf(world: World, { apiKey, token }: LoginOptions): Promise<Partial<SavedLogin>> {
  if (apiKey !== undefined && token !== undefined)
    throw new UsageError('Use either --api-key or --token, not both.');
  if (apiKey?.trim() === '') throw new UsageError('--api-key is empty.');
  if (token?.trim() === '') throw new UsageError('--token is empty.');
  if (apiKey) return { api_key: apiKey };
  const secret = token ?? (await readSecret(world, 'API key or token: '));
  if (!secret) throw new UsageError('No API key or token was given.');
  if (isKey(secret)) return { api_key: secret };
  return { token: secret };
}

/** login: saves a credential after the service has accepted it. */
function addLogin(program: Command, world: World): void {
  const command = program
    .command('login')
    .description(
      'Save the URL and the credential of a service. Prompts for the secret if no option provides it.',
    )
    .option(
      '--api-key <key>',
      'an API key; other users of this machine can see it in the process list, so prefer a pipe',
    )
    .option('--token <token>', 'a token of the identity provider, handled in the same way');
  handle<LoginOptions>(command, world, async (context, { options }) => {
    const { flags } = context;
    const credential = await credentialOf(world, options);
    const address = flags.baseUrl || world.env.VOICELOOM_BASE_URL || 'http://127.0.0.1:8080';
    const secret = credential.api_key ? { apiKey: credential.api_key } : { token: credential.token ?? '' };
    const workspaceId = flags.workspace;
    const client = new Voiceloom({ ...secret, baseUrl: address });
    const { baseUrl: base_url } = client;
    const { signal } = world;
    if (isUnencrypted(base_url))
      context.warn(`${base_url} does not use https: others on the network can read the credential.`);
    const whoami = await client.auth.whoami({ signal });
    if (workspaceId && whoami.auth_kind === 'api_key' && whoami.workspace_id !== workspaceId)
      throw new UsageError(
        `This API key belongs to the workspace ${whoami.workspace_id}, not to ${workspaceId}.`,
      );
    if (workspaceId && whoami.auth_kind === 'jwt') await client.workspaces.get(workspaceId, { signal });
    const login = { base_url, ...credential, ...(workspaceId && { workspace_id: workspaceId }) };
    const profile = profileOf(world, flags);
    const path = await saveLogin({ env: world.env, profile }, login);
    context.show(
      { base_url, profile, ...whoami },
      () => `Logged in to ${base_url}. Your credentials are saved in ${path}.`,
    );
  });
}

/** login, logout, profiles and whoami. */
export function addLoginCommands(program: Command, world: World): void {
  addLogin(program, world);
  const profiles = program.command('profiles').description('List the saved logins.');
  handle(profiles, world, async (context) => {
    const { env } = world;
    const used = profileOf(world, context.flags);
    const names = await profilesOf(env);
    const rows = await Promise.all(
      names.map(async (name) => {
        const login = await readLogin({ env, profile: name });
        const { base_url = '', api_key, workspace_id = null } = login ?? {};
        return { name, base_url, kind: api_key ? 'api_key' : 'token', workspace_id, used: name === used };
      }),
    );
    context.list(rows, [
      ['profile', 'name'],
      ['service', 'base_url'],
      ['with', 'kind'],
      ['workspace', 'workspace_id'],
      'used',
    ]);
  });
  const logout = program
    .command('logout')
    .description('Delete the saved login, or the one that --profile names.');
  handle(logout, world, async (context) => {
    const profile = profileOf(world, context.flags);
    await forgetLogin({ env: world.env, profile });
    context.show({ profile }, () => 'Logged out.');
  });
  const whoami = program
    .command('whoami')
    .description('Show the user or API key that you are signed in with.');
  handle(whoami, world, async (context) => {
    const client = await context.client();
    const me = await client.auth.whoami({ signal: world.signal });
    const rows = Object.entries({ service: client.baseUrl, ...me });
    context.show(me, () =>
      context.table(
        [{ title: 'field' }, { title: 'value' }],
        rows.map(([name, value]) => [name, String(value ?? '-')]),
      ),
    );
  });
}

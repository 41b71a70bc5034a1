import type { Scope } from '@voiceloom/sdk';
import type { Command } from 'commander';
import type { World } from '../../context.ts';
import { confirm } from '../../dialog/prompt.ts';
import { several, wholeNumber } from '../../option-values.ts';
import { handle } from '../command.ts';

/** keys list, create, delete, rotate. */
export function addKeyCommands(program: Command, world: World): void {
  const keys = program
    .command('keys')
    .aliases(['api-keys', 'api_keys'])
    .description('Manage the API keys of the workspace. Requires a token.');
  const list = keys
    .command('list')
    .description('List API keys.')
    .option('--status <status>', 'active, revoked or all');
  handle<{ status?: 'active' | 'revoked' | 'all' }>(list, world, async (context, { options }) => {
    const client = await context.client();
    context.list(await client.apiKeys.list(options, { signal: world.signal }).toArray(), [
      'id',
      'name',
      ['key', 'preview'],
      'active',
      ['last used', (key) => key.last_used_at ?? 'never'],
      'scopes',
    ]);
  });
  const create = keys
    .command('create <name>')
    .description('Create an API key. The key is shown only once.')
    .option('--scope <scope>', 'a scope of the key; may be repeated', several)
    .option('--rate-limit <n>', 'requests per minute', wholeNumber(1));
  handle<{ scope?: Scope[]; rateLimit?: number }, [string]>(
    create,
    world,
    async (context, { args: [name], options }) => {
      const client = await context.client();
      const key = await client.apiKeys.create(
        {
          name,
          ...(options.scope && { scopes: options.scope }),
          ...(options.rateLimit && { rate_limit_per_min: options.rateLimit }),
        },
        { signal: world.signal },
      );
      context.note('Save the key now. It is not shown again.');
      context.show(key, () => key.api_key);
    },
  );
  const remove = keys.command('delete <key-id>').alias('revoke').description('Revoke an API key.');
  handle<object, [string]>(remove, world, async (context, { args: [id] }) => {
    await confirm(context, `Revoke the API key ${id} permanently?`);
    const key = await (await context.client()).apiKeys.delete(id, { signal: world.signal });
    context.show(key, () => `${key.name} (${key.preview}) is revoked.`);
  });
  const rotate = keys
    .command('rotate <key-id>')
    .description('Replace an API key with a new one that has the same rights.')
    .option('--grace <seconds>', 'how long the old key keeps working', wholeNumber(0));
  handle<{ grace?: number }, [string]>(rotate, world, async (context, { args: [id], options }) => {
    const body = options.grace === undefined ? {} : { grace_period_seconds: options.grace };
    const rotated = await (await context.client()).apiKeys.rotate(id, body, { signal: world.signal });
    context.note('Save the key now. It is not shown again.');
    context.show(rotated, () => rotated.new_key.api_key);
  });
}

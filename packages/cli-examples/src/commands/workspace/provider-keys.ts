import type { Command } from 'commander';
import type { World } from '../../context.ts';
import { confirm, readSecret } from '../../dialog/prompt.ts';
import { UsageError } from '../../errors/failures.ts';
import { several } from '../../option-values.ts';
import { handle } from '../command.ts';

/** Parses fields such as `region=westeurope`. The secret itself is piped in or prompted for. */
function fieldsFrom(entries: readonly string[]): Record<string, string> {
  const fields = entries.map((entry) => {
    const at = entry.indexOf('=');
    if (at < 1) throw new UsageError(`--field ${entry} must have the form name=value.`);
    return [entry.slice(0, at), entry.slice(at + 1)];
  });
  return Object.fromEntries(fields);
}

/** provider-keys list, set and delete. */
export function addProviderKeyCommands(program: Command, world: World): void {
  const keys = program
    .command('provider-keys')
    .alias('provider_keys')
    .description('Manage the provider keys of the workspace. Requires a token.');
  const list = keys.command('list').description('List providers and the status of their keys.');
  handle(list, world, async (context) => {
    const { providers } = await (await context.client()).providerKeys.list({ signal: world.signal });
    context.list(providers, [
      'provider',
      ['name', 'display_name'],
      'status',
      ['key', (one) => one.key_preview || '-'],
    ]);
  });
  const set = keys
    .command('set <provider>')
    .alias('put')
    .description('Store a key. Reads the secret from stdin or prompts for it.')
    .option('--field <name=value>', 'another field, such as region=westeurope; may be repeated', several)
    .option('--secret-field <name>', 'field of the secret', 'api_key');
  handle<{ field?: string[]; secretField: string }, [string]>(
    set,
    world,
    async (context, { args: [provider], options }) => {
      const fields = fieldsFrom(options.field ?? []);
      const secret = await readSecret(world, `${options.secretField}: `);
      if (secret) fields[options.secretField] = secret;
      const client = await context.client();
      const key = await client.providerKeys.put(provider, fields, { signal: world.signal });
      context.show(key, () => `${key.display_name}: ${key.status} (${key.key_preview})`);
    },
  );
  const remove = keys.command('delete <provider>').description('Delete the key of a provider.');
  handle<object, [string]>(remove, world, async (context, { args: [provider] }) => {
    await confirm(context, `Delete the key for ${provider}?`);
    const client = await context.client();
    const remainingKey = await client.providerKeys.delete(provider, { signal: world.signal });
    context.show(remainingKey, () => `${remainingKey.display_name}: ${remainingKey.status}`);
  });
}

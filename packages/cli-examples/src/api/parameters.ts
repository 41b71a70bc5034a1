import type { CatalogOperation, CatalogParameter, JsonSchema } from '@voiceloom/sdk/contract';
import { schemas } from '@voiceloom/sdk/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { several, wholeNumber } from '../option-values.ts';

/** `last_run_after` as `last-run-after`. */
export const flagOf = (name: string): string => name.replaceAll('_', '-');

/** Resolves the reference of a schema. */
export function resolveRef(schema: JsonSchema): JsonSchema {
  const name = /^#\/\$defs\/(\w+)$/.exec(String(schema.$ref))?.[1];
  if (name === undefined) return schema;
  return schemas[name] ?? {};
}

/** The option for a query parameter, whose value is converted to the type of the parameter. */
function createOption({ name, description, required, schema }: CatalogParameter): Option {
  const plain = resolveRef(schema);
  const item = resolveRef((plain.items ?? {}) as JsonSchema);
  const choices = (plain.enum ?? item.enum) as string[] | undefined;
  const isList = plain.type === 'array';
  const sentences = [description];
  if (isList) sentences.push('May be repeated.');
  if (choices) sentences.push(`One of ${choices.join(', ')}.`);
  let value = 'value';
  if (plain.type === 'integer') value = 'n';
  if (plain.type === 'boolean') value = 'true|false';
  const option = new Option(`--${flagOf(name)} <${value}>`, sentences.filter(Boolean).join(' '));
  if (required) option.makeOptionMandatory();
  if (isList) option.argParser(several);
  else if (plain.type === 'integer') option.argParser(wholeNumber(Number(plain.minimum ?? 0)));
  else if (plain.type === 'boolean')
    option.argParser((text) => {
      if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
      return text === 'true';
    });
  else if (choices) option.choices(choices);
  return option;
}

/** Adds the parameters of an operation to a command: path parameters as arguments, the others as options. */
export function addParameters(command: Command, { parameters }: CatalogOperation): void {
  for (const { name, description } of parameters.filter((one) => one.in === 'path'))
    command.argument(`<${flagOf(name)}>`, description);
  for (const parameter of parameters.filter((one) => one.in === 'query'))
    command.addOption(createOption(parameter));
}

/** The values of an operation's parameters, by API name. */
export function parametersFrom(
  { parameters }: CatalogOperation,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  let argumentCount = 0;
  for (const { name, in: place } of parameters) {
    let value: unknown;
    if (place === 'path') {
      value = args[argumentCount];
      argumentCount += 1;
    } else if (place === 'query') {
      // Commander stores `--last-run-after` as `lastRunAfter`.
      value = options[name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase())];
    }
    if (value !== undefined) values[name] = value;
  }
  return values;
}

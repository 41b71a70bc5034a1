import { InputError } from '../core/errors.ts';
import { forgiving, type Logger } from '../core/log.ts';
import type { AttemptRequest } from '../transport/fetch.ts';
import { parsed } from '../transport/response.ts';
import { type UnknownField, unknownFields, unknownParameters } from './unknown-fields.ts';

/** Limits the memory for callers that generate field names. */
const MAX_REPORTED = 1_000;

const textOf = ({ field, meant }: UnknownField) => (meant ? `${field} (is ${meant} meant?)` : field);

/** Checks one request. `told` contains the fields that were already reported. */
export function checkRequest(
  { operation, url, body }: AttemptRequest,
  { mode, logger, told }: { mode: 'warn' | 'error'; logger: Logger | undefined; told: Set<string> },
): void {
  const unknown = [...unknownParameters(operation, url), ...unknownFields(operation, parsed(body ?? 'null'))];
  if (mode === 'error' && unknown.length > 0)
    throw new InputError(`${operation} has no field ${unknown.map(textOf).join(', ')}.`);
  for (const { field, meant } of unknown) {
    // Indexes are ignored: a list of a thousand items causes one warning.
    const name = `${operation} ${field.replaceAll(/\.\d+(?=\.|$)/g, '.*')}`;
    if (told.has(name) || told.size >= MAX_REPORTED) continue;
    told.add(name);
    if (logger) forgiving(logger).warn('voiceloom unknown field has no effect', { operation, field, meant });
  }
}

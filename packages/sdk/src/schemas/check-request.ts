import { forgiving, type Logger } from '../core/log.ts';
import { InputError } from '../errors/errors.ts';
import type { AttemptRequest } from '../transport/fetch.ts';
import { parseJson } from '../transport/response.ts';
import { unknownFields, unknownParameters } from './unknown-fields.ts';

/** Limits the memory for callers that generate field names. */
const MAX_REPORTED = 1_000;

/** Rejects unknown fields of a request, or logs each of them once. `reportedFields`: those that were logged already. */
export function checkRequest(
  { operation, url, body }: AttemptRequest,
  {
    mode,
    logger,
    reportedFields,
  }: { mode: 'warn' | 'error'; logger: Logger | undefined; reportedFields: Set<string> },
): void {
  const unknown = [
    ...unknownParameters(operation, url),
    ...unknownFields(operation, parseJson(body ?? 'null')),
  ];
  if (mode === 'error' && unknown.length > 0) {
    const texts = unknown.map(({ field, meant }) => (meant ? `${field} (is ${meant} meant?)` : field));
    throw new InputError(`${operation} has no field ${texts.join(', ')}.`);
  }
  for (const { field, meant } of unknown) {
    // Indexes are ignored: a list of a thousand items causes one warning.
    const name = `${operation} ${field.replaceAll(/\.\d+(?=\.|$)/g, '.*')}`;
    if (reportedFields.has(name) || reportedFields.size >= MAX_REPORTED) continue;
    reportedFields.add(name);
    if (logger) forgiving(logger).warn('voiceloom unknown field has no effect', { operation, field, meant });
  }
}

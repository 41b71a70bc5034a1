import type { ControlSchema, ControlValue } from '@voiceloom/contract';
import type { SpeechAdapter } from '../../src/providers/speech/adapter.ts';

/** A value that a control accepts, and that is not its default. */
export function sampleOf({ enum: values, examples, type, maximum = 1 }: ControlSchema): ControlValue {
  if (values) return values.at(-1) ?? '';
  if (type === 'boolean') return false;
  return type === 'string' ? (examples?.[0] ?? 'text') : maximum;
}

/** A value for every control of a model; undefined if it has no controls. */
export function sampleControls(
  { models }: Pick<SpeechAdapter, 'models'>,
  model: string,
): Record<string, ControlValue> | undefined {
  const schema = models.find(({ id }) => id === model)?.controls;
  const samples = Object.entries(schema?.properties ?? {}).map(([name, one]) => [name, sampleOf(one)]);
  return samples.length === 0 ? undefined : Object.fromEntries(samples);
}

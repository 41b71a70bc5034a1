import { toLabel } from '../text/labels.ts';
import { when } from './format.ts';

/** A sentence of the API for people: a field has its label, other code is quoted, and times are in their zone. */
export const toReadable = (sentence: string): string =>
  sentence
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, when)
    .replaceAll(/`([a-z]+(?:_[a-z]+)+)`/g, (_, field: string) => `“${toLabel(field)}”`)
    .replaceAll(/`([^`]+)`/g, '“$1”');

import { InvalidArgumentError } from 'commander';

/** Parses an option that is a whole number of at least `min`. */
export function wholeNumber(min: number) {
  return (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min)) throw new InvalidArgumentError(`It must be a whole number of at least ${min}.`);
    return value;
  };
}

/** Collects the values of a repeatable option. */
export const several = (value: string, before: string[] = []): string[] => [...before, value];

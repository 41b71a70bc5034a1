/** Kaiser window at position -1 to 1; `beta` trades steepness for stop-band depth. */
export function kaiser(position: number, beta: number): number {
  if (Math.abs(position) > 1) return 0;
  return bessel(beta * Math.sqrt(1 - position * position)) / bessel(beta);
}

/** The normalized sinc function, an ideal low-pass filter of infinite length. */
export function sinc(position: number): number {
  if (position === 0) return 1;
  return Math.sin(Math.PI * position) / (Math.PI * position);
}

/** Modified Bessel function of the first kind, order 0, by its series. */
function bessel(argument: number): number {
  let term = 1;
  let sum = 1;
  for (let order = 1; term > sum * 1e-17; order++) {
    term *= (argument / (2 * order)) ** 2;
    sum += term;
  }
  return sum;
}

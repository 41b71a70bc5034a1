/** Kaiser window at position -1 to 1; `beta` trades steepness for stop-band depth. */
export function kaiser(position: number, beta: number): number {
  if (Math.abs(position) > 1) return 0;
  return bessel(beta * Math.sqrt(1 - position * position)) / bessel(beta);
}

export function sinc(x: number): number {
  if (x === 0) return 1;
  return Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Modified Bessel function of the first kind, order 0, by its series. */
function bessel(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-17; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

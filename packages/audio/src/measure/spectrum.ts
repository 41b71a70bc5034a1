/** Powers of the frequencies of a real signal, from 0 to half the sample rate; its length is a power of two. */
export function powerSpectrum(samples: Float64Array): Float64Array {
  const spectrum = { real: Float64Array.from(samples), imaginary: new Float64Array(samples.length) };
  transformInPlace(spectrum);
  return Float64Array.from({ length: samples.length / 2 + 1 }, (_, bin) => {
    const [real, imaginary] = [spectrum.real[bin] ?? 0, spectrum.imaginary[bin] ?? 0];
    return real * real + imaginary * imaginary;
  });
}

/** A Hann window: weights that rise from 0 to 1 and fall again, so that a part of a signal has no sharp edges. */
export function hannWindow(length: number): Float64Array {
  return Float64Array.from({ length }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / length));
}

/** The fast Fourier transform after Cooley and Tukey. Replaces a real signal, whose imaginary part is zero. */
function transformInPlace({
  real: re,
  imaginary: im,
}: {
  real: Float64Array;
  imaginary: Float64Array;
}): void {
  // Each sample goes to the position whose bits are those of its own position in reversed order.
  let reversedPosition = 0;
  for (let position = 1; position < re.length; position++) {
    // Adds 1 to a number with reversed bits: the carry goes from the highest bit down.
    let bit = re.length >> 1;
    for (; reversedPosition & bit; bit >>= 1) reversedPosition ^= bit;
    reversedPosition ^= bit;
    if (position < reversedPosition)
      [re[position], re[reversedPosition]] = [re[reversedPosition] ?? 0, re[position] ?? 0];
  }
  for (let size = 2; size <= re.length; size *= 2) {
    const half = size / 2;
    for (let first = 0; first < half; first++) {
      const angle = (-2 * Math.PI * first) / size;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      for (let even = first; even < re.length; even += size) {
        const odd = even + half;
        const [oddRe, oddIm] = [re[odd] ?? 0, im[odd] ?? 0];
        const real = oddRe * cos - oddIm * sin;
        const imaginary = oddRe * sin + oddIm * cos;
        re[odd] = (re[even] ?? 0) - real;
        im[odd] = (im[even] ?? 0) - imaginary;
        re[even] = (re[even] ?? 0) + real;
        im[even] = (im[even] ?? 0) + imaginary;
      }
    }
  }
}

/** Powers of the frequencies of a real signal, from 0 to half the sample rate; its length is a power of two. */
export function powerSpectrum(samples: Float64Array): Float64Array {
  const re = Float64Array.from(samples);
  const im = new Float64Array(samples.length);
  transform(re, im);
  return Float64Array.from({ length: samples.length / 2 + 1 }, (_, bin) => {
    const [real, imaginary] = [re[bin] ?? 0, im[bin] ?? 0];
    return real * real + imaginary * imaginary;
  });
}

/** A Hann window. */
export function hannWindow(length: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / length));
}

/** The fast Fourier transform after Cooley and Tukey, in place. `im` is zero before. */
function transform(re: Float64Array, im: Float64Array): void {
  // The order of reversed bits.
  for (let i = 1, j = 0; i < re.length; i++) {
    let bit = re.length >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [re[i], re[j]] = [re[j] ?? 0, re[i] ?? 0];
  }
  for (let size = 2; size <= re.length; size *= 2) {
    const half = size / 2;
    for (let k = 0; k < half; k++) {
      const angle = (-2 * Math.PI * k) / size;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      for (let even = k; even < re.length; even += size) {
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

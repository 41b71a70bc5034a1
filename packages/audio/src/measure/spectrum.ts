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

/** Cosines and sines of a half turn in equal steps, by the length of the transform. */
const rotations = new Map<number, { cosines: Float64Array; sines: Float64Array }>();

function getRotations(length: number) {
  let rotation = rotations.get(length);
  if (!rotation) {
    const angles = Float64Array.from({ length: length / 2 }, (_, index) => (-2 * Math.PI * index) / length);
    rotation = { cosines: angles.map(Math.cos), sines: angles.map(Math.sin) };
    rotations.set(length, rotation);
  }
  return rotation;
}

/** A signal of complex numbers, whose length is a power of two. */
interface ComplexSignal {
  real: Float64Array;
  imaginary: Float64Array;
}

/** The fast Fourier transform after Cooley and Tukey. Replaces the signal. */
export function transformInPlace({ real: re, imaginary: im }: ComplexSignal): void {
  const { cosines, sines } = getRotations(re.length);
  // Each sample goes to the position whose bits are those of its own position in reversed order.
  let reversedPosition = 0;
  for (let position = 1; position < re.length; position++) {
    // Adds 1 to a number with reversed bits: the carry goes from the highest bit down.
    let bit = re.length >> 1;
    for (; reversedPosition & bit; bit >>= 1) reversedPosition ^= bit;
    reversedPosition ^= bit;
    if (position >= reversedPosition) continue;
    const [otherRe, otherIm] = [re[reversedPosition] ?? 0, im[reversedPosition] ?? 0];
    re[reversedPosition] = re[position] ?? 0;
    im[reversedPosition] = im[position] ?? 0;
    re[position] = otherRe;
    im[position] = otherIm;
  }
  for (let size = 2; size <= re.length; size *= 2) {
    const half = size / 2;
    const step = re.length / size;
    for (let first = 0; first < half; first++) {
      const [cos, sin] = [cosines[first * step] ?? 0, sines[first * step] ?? 0];
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

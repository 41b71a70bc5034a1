import { bytesToPlace, bytesToReserve, withKernelMemory } from '../kernel.ts';

/** Averages of neighbors, which also removes most frequencies that would alias. */
export function decimate(samples: Float32Array, factor: number): Float64Array {
  const count = Math.floor(samples.length / factor);
  return withKernelMemory(bytesToPlace(samples) + bytesToReserve(8 * count), (kernel) => {
    const means = kernel.doubles(count);
    kernel.decimate(kernel.place(samples), count, factor, kernel.place(means));
    return means.slice();
  });
}

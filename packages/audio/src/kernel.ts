import { KERNEL } from './generated/kernel.ts';

/** The functions of `kernel/kernel.ts`, which describes their parameters. Arrays are addresses in `memory`. */
type Functions = {
  memory: WebAssembly.Memory;
  doubleRate(
    channel: number,
    length: number,
    paddedSamples: number,
    taps: number,
    count: number,
    output: number,
  ): void;
  largest(channel: number, length: number): number;
  peaksOver(
    channel: number,
    length: number,
    limit: number,
    taps: number,
    overshoot: number,
    gains: number,
  ): number;
  smoothGains(needed: number, length: number, ahead: number, release: number, smooth: number): void;
  scale(channel: number, length: number, factor: number): void;
  multiply(channel: number, length: number, gains: number): void;
  addSquares(channel: number, sampleRate: number, frames: number, sums: number): void;
  addWeighted(
    channel: number,
    sampleRate: number,
    frames: number,
    filters: number,
    weight: number,
    sums: number,
  ): void;
  decimate(channel: number, count: number, factor: number, means: number): void;
  correlate(window: number, length: number, lag: number, lags: number, sums: number): void;
  toInt16(channel: number, length: number, output: number, step: number): void;
};

type Samples = Float32Array | Float64Array;

export type Kernel = Functions & {
  /** The address of the samples. Samples outside of the memory are copied into it. */
  place(samples: Samples): number;
  /** Not filled, and valid until the call of `withKernelMemory` ends. */
  floats(length: number): Float32Array;
  doubles(length: number): Float64Array;
};

/** Bytes of zeros before and after each array. */
const MARGIN = 128;
/** The size of a page of WebAssembly memory. */
const PAGE = 65_536;
/** Memory never shrinks, so an instance that needed more than this is replaced. */
const MAX_IDLE_PAGES = 512;

const kernelModule = new WebAssembly.Module(Buffer.from(KERNEL, 'base64'));
let kernel = startKernel();
/** The address of the next array. */
let end = 0;
/** The end of the room of the outermost call. */
let limit = 0;
let depth = 0;

/** A new instance of the kernel, with functions that reserve room for arrays in its memory. */
function startKernel(): Kernel {
  const functions = new WebAssembly.Instance(kernelModule).exports as Functions;
  const reserve = (bytes: number): number => {
    const address = end + MARGIN;
    const nextEnd = end + bytesToReserve(bytes);
    // Checks the requested room. Pages usually have spare room, so a request that is too small would rarely fail otherwise.
    if (nextEnd > limit) throw noRoom(bytes);
    end = nextEnd;
    const memory = new Uint8Array(functions.memory.buffer);
    memory.fill(0, address - MARGIN, address).fill(0, address + bytes, end);
    return address;
  };
  const floats = (length: number) => new Float32Array(functions.memory.buffer, reserve(4 * length), length);
  const doubles = (length: number) => new Float64Array(functions.memory.buffer, reserve(8 * length), length);
  const place = (samples: Samples): number => {
    if (samples.buffer === functions.memory.buffer) return samples.byteOffset;
    const copy = samples instanceof Float32Array ? floats(samples.length) : doubles(samples.length);
    copy.set(samples);
    return copy.byteOffset;
  };
  return { ...functions, place, floats, doubles };
}

/**
 * Runs `work` with room for `bytes` in the memory of the kernel. Arrays that it places there are not valid afterwards.
 * A nested call must fit into the room of the outer call.
 */
export function withKernelMemory<Result>(bytes: number, work: (kernel: Kernel) => Result): Result {
  const begin = end;
  // Growing the memory replaces its buffer, so the arrays of the outer call would become invalid.
  if (depth > 0 && begin + bytes > limit) throw noRoom(bytes);
  if (depth === 0) {
    limit = begin + bytes;
    const missingPages = Math.ceil((limit - kernel.memory.buffer.byteLength) / PAGE);
    if (missingPages > 0) kernel.memory.grow(missingPages);
  }
  depth += 1;
  try {
    return work(kernel);
  } finally {
    depth -= 1;
    end = begin;
    // Memory cannot shrink.
    if (depth === 0 && kernel.memory.buffer.byteLength > MAX_IDLE_PAGES * PAGE) kernel = startKernel();
  }
}

const noRoom = (bytes: number) => new RangeError(`The audio kernel has no room for ${bytes} more bytes.`);

/** The bytes that an array needs in the memory of the kernel: 0 if it is already there. */
export function bytesToPlace(samples: Samples): number {
  if (samples.buffer === kernel.memory.buffer) return 0;
  return bytesToReserve(samples.byteLength);
}

/** The bytes that a new array takes in the memory of the kernel, with its margins. */
export function bytesToReserve(bytes: number): number {
  return 2 * MARGIN + Math.ceil(bytes / 16) * 16;
}

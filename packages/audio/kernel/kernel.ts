/**
 * The loops over all samples, in AssemblyScript, which becomes WebAssembly: two or four samples are processed at a time.
 * Every sum adds its terms in the same order as a plain loop, so the results are identical to the last bit.
 * `src/kernel.ts` calls these functions, `pnpm gen` compiles them, and the tests compare them with plain loops.
 *
 * Channels are 32-bit floats between at least 32 zeros on each side. Tables and sums are 64-bit floats. Lengths are in
 * samples.
 */

/** The 12 taps of three filters: for the points at 1/4, 1/2 and 3/4 between two samples. */
const EARLY: usize = 0;
const MIDDLE: usize = 96;
const LATE: usize = 192;
/** A point depends on this many samples before it, and on one more after it. */
const REACH: usize = 5;

/**
 * Doubles the sample rate. `taps`: alternating values for the even and the odd output samples, `count` of each.
 * `padded` has room for the channel in 64 bits with `count` zeros on both sides, and 8 more.
 */
export function doubleRate(
  channel: usize,
  length: i32,
  padded: usize,
  taps: usize,
  count: i32,
  output: usize,
): void {
  const width = (<usize>count) << 3;
  const begin = padded + width;
  const bytes = (<usize>length) << 3;
  for (let at: usize = 0; at < bytes; at += 32) {
    const four = v128.load(channel + (at >> 1));
    v128.store(begin + at, f64x2.promote_low_f32x4(four));
    v128.store(begin + at, f64x2.promote_low_f32x4(upper(four)), 16);
  }
  memory.fill(padded, 0, width);
  memory.fill(begin + bytes, 0, width + 64);
  const first = begin - ((<usize>count / 2 - 1) << 3);
  const end = taps + (width << 1);
  for (let offset: usize = 0; offset < bytes; offset += 64) {
    let a = f64x2.splat(0);
    let b = f64x2.splat(0);
    let c = f64x2.splat(0);
    let d = f64x2.splat(0);
    let e = f64x2.splat(0);
    let f = f64x2.splat(0);
    let g = f64x2.splat(0);
    let h = f64x2.splat(0);
    for (let tap = taps, at = first + offset; tap < end; tap += 16, at += 8) {
      const even = v128.load_splat<f64>(tap);
      const odd = v128.load_splat<f64>(tap, 8);
      const s = v128.load(at);
      const t = v128.load(at, 16);
      const u = v128.load(at, 32);
      const v = v128.load(at, 48);
      a = f64x2.add(a, f64x2.mul(even, s));
      b = f64x2.add(b, f64x2.mul(odd, s));
      c = f64x2.add(c, f64x2.mul(even, t));
      d = f64x2.add(d, f64x2.mul(odd, t));
      e = f64x2.add(e, f64x2.mul(even, u));
      f = f64x2.add(f, f64x2.mul(odd, u));
      g = f64x2.add(g, f64x2.mul(even, v));
      h = f64x2.add(h, f64x2.mul(odd, v));
    }
    v128.store(output + offset, inTurns(a, b));
    v128.store(output + offset, inTurns(c, d), 16);
    v128.store(output + offset, inTurns(e, f), 32);
    v128.store(output + offset, inTurns(g, h), 48);
  }
}

/** The largest amplitude. */
export function largest(channel: usize, length: i32): f64 {
  let four = f32x4.splat(0);
  let i = 0;
  for (; i + 4 <= length; i += 4) four = f32x4.max(four, f32x4.abs(v128.load(channel + ((<usize>i) << 2))));
  let most = highest(four);
  for (; i < length; i++) most = max(most, abs(load<f32>(channel + ((<usize>i) << 2))));
  return most;
}

/**
 * The highest true peak over the limit, or the limit. Blocks of eight samples are skipped if the samples around them are
 * too low: no point between them is higher than the largest times `overshoot`. With `gains`, also lowers the gains of the
 * samples around each peak, so that it comes down to the limit.
 */
export function peaksOver(
  channel: usize,
  length: i32,
  limit: f64,
  taps: usize,
  overshoot: f64,
  gains: usize,
): f64 {
  let most = limit;
  let skipped = mostSkipped(limit, overshoot);
  let before = f32x4.splat(0);
  let here = before;
  for (let block = -8; block < length; block += 8) {
    const next = levels(channel + ((block + 8) << 2));
    const around = f32x4.max(f32x4.max(before, here), next);
    before = here;
    here = next;
    if (!v128.any_true(f32x4.gt(around, skipped))) continue;
    const end = min(block + 8, length);
    for (let at = block; at < end; at += 2) {
      const pair = peaks(channel + (at << 2), taps);
      if (!v128.any_true(f64x2.gt(pair, f64x2.splat(gains ? limit : most)))) continue;
      const first = f64x2.extract_lane(pair, 0);
      const second = at + 1 < end ? f64x2.extract_lane(pair, 1) : 0;
      most = max(most, max(first, second));
      if (gains) {
        if (first > limit) lower(gains, at, length, limit / first);
        if (second > limit) lower(gains, at + 1, length, limit / second);
      } else {
        skipped = mostSkipped(most, overshoot);
      }
    }
  }
  return most;
}

function mostSkipped(limit: f64, overshoot: f64): v128 {
  // Slightly lower than exact, so that rounding to 32 bits never skips a block.
  return f32x4.splat(<f32>((limit / overshoot) * 0.999999));
}

function levels(block: usize): v128 {
  return f32x4.max(f32x4.abs(v128.load(block)), f32x4.abs(v128.load(block, 16)));
}

/** Of two samples: the largest of each and of the three points between it and the next. */
function peaks(from: usize, taps: usize): v128 {
  let early = f64x2.splat(0);
  let middle = f64x2.splat(0);
  let late = f64x2.splat(0);
  const begin = from - (REACH << 2);
  for (let k: usize = 0; k < 12; k++) {
    const pair = f64x2.promote_low_f32x4(v128.load64_zero(begin + (k << 2)));
    const tap = taps + (k << 3);
    early = f64x2.add(early, f64x2.mul(v128.load_splat<f64>(tap, EARLY), pair));
    middle = f64x2.add(middle, f64x2.mul(v128.load_splat<f64>(tap, MIDDLE), pair));
    late = f64x2.add(late, f64x2.mul(v128.load_splat<f64>(tap, LATE), pair));
  }
  const pair = f64x2.promote_low_f32x4(v128.load64_zero(from));
  const ends = f64x2.max(f64x2.abs(pair), f64x2.abs(middle));
  return f64x2.max(ends, f64x2.max(f64x2.abs(early), f64x2.abs(late)));
}

function lower(gains: usize, at: i32, length: i32, gain: f64): void {
  if (at >= 0) lowerOne(gains + ((<usize>at) << 2), gain);
  const next = max(0, at + 1);
  if (next < length) lowerOne(gains + ((<usize>next) << 2), gain);
}

function lowerOne(at: usize, gain: f64): void {
  store<f32>(at, <f32>min(<f64>load<f32>(at), gain));
}

/**
 * Makes smooth gains from the needed ones: the minimum over the next `ahead` samples, a slow release, then the mean over
 * the length of the look-ahead. No steps remain.
 */
export function smoothGains(needed: usize, length: i32, ahead: i32, release: f64, smooth: usize): void {
  spreadBack(needed, length, ahead);
  const width = ahead + 1;
  // Before the start, the first value applies, so that a peak at the very start is covered too.
  const first: f64 = load<f32>(needed);
  let gain = first;
  let sum = first * <f64>width;
  for (let i = 0; i < length; i++) {
    const at = needed + ((<usize>i) << 2);
    if (i > 0) gain = <f64>(<f32>(gain + (1 - gain) * release));
    const allowed = <f64>load<f32>(at);
    // A branch, because if it is taken, the next gain does not depend on this one.
    if (gain > allowed) gain = allowed;
    store<f32>(at, <f32>gain);
    sum += gain - (i >= width ? <f64>load<f32>(at - ((<usize>width) << 2)) : first);
    store<f32>(smooth + ((<usize>i) << 2), <f32>(sum / <f64>width));
  }
}

/** Sets each value to the minimum of itself and the next `ahead` values. */
function spreadBack(values: usize, length: i32, ahead: i32): void {
  for (let i = 1; i < length; i++) {
    const value = load<f32>(values + ((<usize>i) << 2));
    // Stops at a value that is already as low: an earlier iteration has lowered everything before it.
    for (let at = i - 1; at >= max(0, i - ahead); at--) {
      const place = values + ((<usize>at) << 2);
      if (load<f32>(place) <= value) break;
      store<f32>(place, value);
    }
  }
}

/** Multiplies a channel with a factor, in place. */
export function scale(channel: usize, length: i32, factor: f64): void {
  const factors = f64x2.splat(factor);
  for (let i = 0; i < length; i += 4) {
    const at = channel + ((<usize>i) << 2);
    const four = v128.load(at);
    const low = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.promote_low_f32x4(four), factors));
    const high = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.promote_low_f32x4(upper(four)), factors));
    v128.store(at, v128.shuffle<f64>(low, high, 0, 2));
  }
}

/** Multiplies each sample of a channel with its gain, in place. */
export function multiply(channel: usize, length: i32, gains: usize): void {
  for (let i = 0; i < length; i += 4) {
    const at = (<usize>i) << 2;
    v128.store(channel + at, f32x4.mul(v128.load(channel + at), v128.load(gains + at)));
  }
}

/**
 * Adds the sum of the squares in each frame of 10 ms to its sum. Four frames at a time, because each addition to a single
 * sum would wait for the previous one.
 */
export function addSquares(channel: usize, sampleRate: f64, frames: i32, sums: usize): void {
  let frame = 0;
  for (; frame + 4 <= frames; frame += 4, sums += 32) {
    const a = edge(channel, frame, sampleRate);
    const b = edge(channel, frame + 1, sampleRate);
    const c = edge(channel, frame + 2, sampleRate);
    const d = edge(channel, frame + 3, sampleRate);
    const shared = min(min(b - a, c - b), min(d - c, edge(channel, frame + 4, sampleRate) - d));
    let p = load<f64>(sums);
    let q = load<f64>(sums, 8);
    let r = load<f64>(sums, 16);
    let s = load<f64>(sums, 24);
    for (let at: usize = 0; at < shared; at += 4) {
      p += square(a + at);
      q += square(b + at);
      r += square(c + at);
      s += square(d + at);
    }
    store<f64>(sums, squares(a + shared, b, p));
    store<f64>(sums, squares(b + shared, c, q), 8);
    store<f64>(sums, squares(c + shared, d, r), 16);
    store<f64>(sums, squares(d + shared, edge(channel, frame + 4, sampleRate), s), 24);
  }
  for (; frame < frames; frame++, sums += 8) {
    const begin = edge(channel, frame, sampleRate);
    store<f64>(sums, squares(begin, edge(channel, frame + 1, sampleRate), load<f64>(sums)));
  }
}

/** Where a frame of 10 ms begins. */
function edge(channel: usize, frame: i32, sampleRate: f64): usize {
  return channel + ((<usize>floor((<f64>frame * sampleRate) / 100 + 0.5)) << 2);
}

function squares(from: usize, to: usize, sum: f64): f64 {
  for (let at = from; at < to; at += 4) sum += square(at);
  return sum;
}

function square(at: usize): f64 {
  const value: f64 = load<f32>(at);
  return value * value;
}

/**
 * Adds the weighted energy of each frame of 10 ms to its sum: the sum of the squares after two second-order filters.
 * `filters`: b0, b1, b2, a1, a2 of the first, a1 and a2 of the second, whose b are 1, -2 and 1.
 */
export function addWeighted(
  channel: usize,
  sampleRate: f64,
  frames: i32,
  filters: usize,
  weight: f64,
  sums: usize,
): void {
  const b0 = load<f64>(filters);
  const b1 = load<f64>(filters, 8);
  const b2 = load<f64>(filters, 16);
  const a1 = load<f64>(filters, 24);
  const a2 = load<f64>(filters, 32);
  const c1 = load<f64>(filters, 40);
  const c2 = load<f64>(filters, 48);
  // Direct form II: two states per filter.
  let s1: f64 = 0;
  let s2: f64 = 0;
  let h1: f64 = 0;
  let h2: f64 = 0;
  let at = channel;
  for (let frame = 0; frame < frames; frame++, sums += 8) {
    const end = edge(channel, frame + 1, sampleRate);
    let sum: f64 = 0;
    for (; at < end; at += 4) {
      const s0 = <f64>load<f32>(at) - a1 * s1 - a2 * s2;
      const shelved = b0 * s0 + b1 * s1 + b2 * s2;
      s2 = s1;
      s1 = s0;
      const h0 = shelved - c1 * h1 - c2 * h2;
      const weighted = h0 - 2 * h1 + h2;
      h2 = h1;
      h1 = h0;
      sum += weighted * weighted;
    }
    store<f64>(sums, load<f64>(sums) + weight * sum);
  }
}

/** The means of `factor` neighbors each, as 64-bit floats. */
export function decimate(channel: usize, count: i32, factor: i32, means: usize): void {
  for (let i = 0; i < count; i++, means += 8) {
    let sum: f64 = 0;
    for (let k = 0; k < factor; k++, channel += 4) sum += <f64>load<f32>(channel);
    store<f64>(means, sum / <f64>factor);
  }
}

/**
 * The sums of the products of a window with itself, shifted by `lag` up to `lag + lags - 1` samples. Writes up to 7
 * further sums.
 */
export function correlate(window: usize, length: i32, lag: i32, lags: i32, sums: usize): void {
  const end = window + ((<usize>length) << 3);
  for (let done = 0; done < lags; done += 8, sums += 64) {
    const later = (<usize>(lag + done)) << 3;
    let a = f64x2.splat(0);
    let b = f64x2.splat(0);
    let c = f64x2.splat(0);
    let d = f64x2.splat(0);
    for (let at = window; at < end; at += 8) {
      const value = v128.load_splat<f64>(at);
      const to = at + later;
      a = f64x2.add(a, f64x2.mul(value, v128.load(to)));
      b = f64x2.add(b, f64x2.mul(value, v128.load(to, 16)));
      c = f64x2.add(c, f64x2.mul(value, v128.load(to, 32)));
      d = f64x2.add(d, f64x2.mul(value, v128.load(to, 48)));
    }
    v128.store(sums, a);
    v128.store(sums, b, 16);
    v128.store(sums, c, 32);
    v128.store(sums, d, 48);
  }
}

/** Rounds to 16 bits. `step`: the distance between two samples of the channel in the output, in bytes. */
export function toInt16(channel: usize, length: i32, output: usize, step: i32): void {
  const half = f64x2.splat(0.5);
  const full = f64x2.splat(32_768);
  for (let i = 0; i < length; i += 4) {
    const four = v128.load(channel + ((<usize>i) << 2));
    const low = f64x2.add(f64x2.mul(f64x2.promote_low_f32x4(four), full), half);
    const high = f64x2.add(f64x2.mul(f64x2.promote_low_f32x4(upper(four)), full), half);
    const a = i32x4.trunc_sat_f64x2_s_zero(f64x2.floor(low));
    const b = i32x4.trunc_sat_f64x2_s_zero(f64x2.floor(high));
    const ints = v128.shuffle<f64>(a, b, 0, 2);
    const shorts = i16x8.narrow_i32x4_s(ints, ints);
    const at = output + <usize>(i * step);
    v128.store_lane<i16>(at, shorts, 0);
    v128.store_lane<i16>(at + step, shorts, 1);
    v128.store_lane<i16>(at + 2 * step, shorts, 2);
    v128.store_lane<i16>(at + 3 * step, shorts, 3);
  }
}

function inTurns(even: v128, odd: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(even), f32x4.demote_f64x2_zero(odd), 0, 4, 1, 5);
}

function upper(four: v128): v128 {
  return v128.shuffle<f64>(four, four, 1, 1);
}

function highest(four: v128): f64 {
  const left = max(f32x4.extract_lane(four, 0), f32x4.extract_lane(four, 1));
  return max(left, max(f32x4.extract_lane(four, 2), f32x4.extract_lane(four, 3)));
}

import type { ReviewTake } from '@voiceloom/sdk';
import type WaveSurfer from 'wavesurfer.js';
import { signal } from '../../session/signal.ts';

/** One element for all takes, and one waveform that shows what it plays. */
export const audio = new Audio();
audio.preload = 'auto';

export const isPlaying = signal(false);
for (const event of ['play', 'pause', 'ended', 'emptied'])
  audio.addEventListener(event, () => isPlaying.set(!audio.paused && !audio.ended));

type Playable = Pick<ReviewTake, 'audio_id' | 'is_delivered' | 'playback_url' | 'peaks' | 'duration_ms'>;

/** Takes with loaded bytes, which play immediately. */
const loaded = new Map<string, string>();
const loading = new Set<string>();
const MOST_LOADED = 12;
/** Longer audio is streamed: it starts soon enough, and would fill the memory. */
const LONGEST_MS = 60_000;

let current: { key: string; take: Playable } | undefined;
let wave: WaveSurfer | undefined;

/** The delivered audio of a take is a different sound from the take. */
const keyOf = (line: string, { audio_id, is_delivered }: Playable) => `${line} ${audio_id} ${is_delivered}`;

/** Loads a take that is likely to be played next. */
export async function preload(line: string, take: Playable): Promise<void> {
  const key = keyOf(line, take);
  const { playback_url, duration_ms } = take;
  if (playback_url === null || (duration_ms ?? 0) > LONGEST_MS || loaded.has(key) || loading.has(key)) return;
  loading.add(key);
  try {
    // Signed links need no credential. A bucket without CORS only makes it slower: the element loads it itself.
    const response = await fetch(playback_url, { credentials: 'omit' });
    if (!response.ok) return;
    loaded.set(key, URL.createObjectURL(await response.blob()));
    forgetOldest();
  } catch {
    // Played from its link.
  } finally {
    loading.delete(key);
  }
}

function forgetOldest(): void {
  for (const [key, url] of loaded) {
    if (loaded.size <= MOST_LOADED) return;
    if (key === current?.key) continue;
    loaded.delete(key);
    URL.revokeObjectURL(url);
  }
}

/** Selects the take to play, or none, and pauses the current one. If it is already selected, nothing changes. */
export function show(line: string, take: Playable | undefined): void {
  const key = take && keyOf(line, take);
  if (key !== undefined && key === current?.key) return;
  audio.pause();
  current = take && key !== undefined ? { key, take } : undefined;
  draw();
}

/** A signed link lives for minutes: this is the same take with a new one. */
export function renew(line: string, take: Playable): void {
  const key = keyOf(line, take);
  if (current?.key !== key || loaded.has(key)) return;
  current = { key, take };
  draw();
}

/** Gives the element its source, through the waveform if there is one. */
function draw(): void {
  const url = current && (loaded.get(current.key) ?? current.take.playback_url);
  if (!current || !url) {
    audio.removeAttribute('src');
    wave?.empty();
    return;
  }
  const { peaks, duration } = picture();
  // A newer take replaces this one: its rejection is not an error.
  wave?.load(url, peaks, duration).catch(() => undefined);
  // After a line without audio, the waveform takes the last source for the current one.
  if (audio.src !== url) audio.src = url;
}

/** What a waveform shows of the current take. Without levels it would load and decode the sound. */
export function picture(): { peaks: number[][]; duration: number } {
  const { peaks = [], duration_ms = 0 } = current?.take ?? {};
  const levels = peaks.map((peak) => peak / 255);
  return { peaks: [levels.length > 0 ? levels : [0]], duration: (duration_ms || 1) / 1_000 };
}

/** The waveform of the page, made with the current picture and drawn again for each take. */
export function attach(surface: WaveSurfer): () => void {
  wave = surface;
  return () => {
    wave = undefined;
    surface.destroy();
  };
}

export function toggle(): void {
  if (!audio.paused && !audio.ended) audio.pause();
  else playNow();
}

export function playFrom(ms: number): void {
  audio.currentTime = ms / 1_000;
  playNow();
}

/** Another take, or a browser that wants a click first, ends a play before it begins. */
function playNow(): void {
  if (audio.getAttribute('src') !== null) audio.play().catch(() => undefined);
}

export const position = (): number => Math.round(audio.currentTime * 1_000);

export function seek(ms: number): void {
  const end = (current?.take.duration_ms ?? 0) / 1_000;
  audio.currentTime = Math.min(Math.max(0, ms / 1_000), end);
}

/** Called when the person leaves the page. */
export function silence(): void {
  audio.pause();
  audio.removeAttribute('src');
  current = undefined;
  for (const url of loaded.values()) URL.revokeObjectURL(url);
  loaded.clear();
}

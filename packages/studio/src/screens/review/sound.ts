import type { ReviewTake } from '@voiceloom/sdk';
import type WaveSurfer from 'wavesurfer.js';
import { signal } from '../../session/signal.ts';

/** One audio element for all takes. One waveform shows its sound. */
export const audio = new Audio();
audio.preload = 'auto';

export const isPlaying = signal(false);
for (const event of ['play', 'pause', 'ended', 'emptied'])
  audio.addEventListener(event, () => isPlaying.set(!audio.paused && !audio.ended));

type Playable = Pick<ReviewTake, 'audio_id' | 'is_delivered' | 'playback_url' | 'peaks' | 'duration_ms'>;

/** Takes with loaded bytes, which play immediately. */
const loadedUrls = new Map<string, string>();
const loadingKeys = new Set<string>();
const MAX_LOADED = 12;
/** Longer audio is streamed, because it would need too much memory. */
const MAX_LOADED_MS = 60_000;

let currentSound: { key: string; take: Playable } | undefined;
let wave: WaveSurfer | undefined;

/** The delivered audio of a take is mastered, so it is a different sound from the take. */
const soundKey = (line: string, { audio_id, is_delivered }: Playable) =>
  `${line} ${audio_id} ${is_delivered}`;

/** Loads a take that is likely to be played next. */
export async function preload(line: string, take: Playable): Promise<void> {
  const key = soundKey(line, take);
  const { playback_url, duration_ms } = take;
  if (playback_url === null || (duration_ms ?? 0) > MAX_LOADED_MS) return;
  if (loadedUrls.has(key) || loadingKeys.has(key)) return;
  loadingKeys.add(key);
  try {
    // Signed links need no credential. Without CORS at the bucket, this fails, and the element loads the take itself.
    const response = await fetch(playback_url, { credentials: 'omit' });
    if (!response.ok) return;
    loadedUrls.set(key, URL.createObjectURL(await response.blob()));
    // A map keeps the order of its entries, so the oldest come first.
    for (const [oldest, url] of loadedUrls) {
      if (loadedUrls.size <= MAX_LOADED) break;
      if (oldest === currentSound?.key) continue;
      loadedUrls.delete(oldest);
      URL.revokeObjectURL(url);
    }
  } catch {
    // The take is played from its link instead.
  } finally {
    loadingKeys.delete(key);
  }
}

/** Selects the take to play, or none, and pauses the current one. If it is already selected, nothing changes. */
export function show(line: string, take: Playable | undefined): void {
  const newSound = take && { key: soundKey(line, take), take };
  if (newSound && newSound.key === currentSound?.key) return;
  audio.pause();
  currentSound = newSound;
  draw();
}

/** Replaces the link of the current take, because signed links expire after minutes. */
export function renew(line: string, take: Playable): void {
  const key = soundKey(line, take);
  if (currentSound?.key !== key || loadedUrls.has(key)) return;
  currentSound = { key, take };
  draw();
}

/** Gives the element its source, through the waveform if there is one. */
function draw(): void {
  const url = currentSound && (loadedUrls.get(currentSound.key) ?? currentSound.take.playback_url);
  if (!currentSound || !url) {
    audio.removeAttribute('src');
    wave?.empty();
    return;
  }
  const { peaks, duration } = getPicture();
  // If a newer take replaces this one, the promise rejects, which is not an error.
  wave?.load(url, peaks, duration).catch(() => undefined);
  // After a line without audio, the waveform does not notice that the source was removed, so this sets it.
  if (audio.src !== url) audio.src = url;
}

/** The levels and duration for the waveform. Without levels, the waveform would load and decode the sound. */
export function getPicture(): { peaks: number[][]; duration: number } {
  const { peaks = [], duration_ms = 0 } = currentSound?.take ?? {};
  const levels = peaks.map((peak) => peak / 255);
  return { peaks: [levels.length > 0 ? levels : [0]], duration: (duration_ms || 1) / 1_000 };
}

/** Sets the waveform of the page. Returns a function that removes it. */
export function attach(surface: WaveSurfer): () => void {
  wave = surface;
  return () => {
    wave = undefined;
    surface.destroy();
  };
}

/** Pauses, or plays from the current position. */
export function toggle(): void {
  if (!audio.paused && !audio.ended) audio.pause();
  else playNow();
}

export function playFrom(ms: number): void {
  audio.currentTime = ms / 1_000;
  playNow();
}

/** `play` rejects if another take is selected, or if the browser requires a click first. Neither is an error. */
function playNow(): void {
  if (audio.getAttribute('src') !== null) audio.play().catch(() => undefined);
}

/** Milliseconds from the start of the take. */
export const getPosition = (): number => Math.round(audio.currentTime * 1_000);

/** Moves to a position within the take. */
export function seek(ms: number): void {
  const end = (currentSound?.take.duration_ms ?? 0) / 1_000;
  audio.currentTime = Math.min(Math.max(0, ms / 1_000), end);
}

/** Called when the person leaves the page. */
export function silence(): void {
  audio.pause();
  audio.removeAttribute('src');
  currentSound = undefined;
  for (const url of loadedUrls.values()) URL.revokeObjectURL(url);
  loadedUrls.clear();
}

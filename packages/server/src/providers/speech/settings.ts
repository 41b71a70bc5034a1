import type { PartRequest } from './adapter.ts';

/** Collects the settings that a model does not support. */
export interface Settings {
  dropped: string[];
  drop(setting: string): void;
  /** The speed within the model's bounds; without bounds, the model supports none. */
  speed(bounds: { min: number; max: number } | undefined): number;
  /** The pitch in semitones within the model's bounds. */
  pitch(bounds: { min: number; max: number }): number;
  noPitch(): void;
}

/** What a request asks for beyond its text, and what is lost of it. */
export function settings({ speed, pitch }: Pick<PartRequest, 'speed' | 'pitch'>): Settings {
  const dropped: string[] = [];
  const drop = (setting: string) => {
    if (!dropped.includes(setting)) dropped.push(setting);
  };
  const within = (setting: string, value: number, { min, max }: { min: number; max: number }): number => {
    const bounded = Math.min(max, Math.max(min, value));
    if (bounded !== value) drop(setting);
    return bounded;
  };
  return {
    dropped,
    drop,
    speed: (bounds) => within('speed', speed, bounds ?? { min: 1, max: 1 }),
    pitch: (bounds) => within('pitch', pitch, bounds),
    noPitch: () => void within('pitch', pitch, { min: 0, max: 0 }),
  };
}

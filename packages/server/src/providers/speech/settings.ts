import type { PartRequest } from './adapter.ts';

/** Keeps what a model cannot do, by the name of the setting. */
export interface Settings {
  dropped: string[];
  drop(setting: string): void;
  /** The speed within what the model honors; undefined bounds: it honors none. */
  speed(bounds: { min: number; max: number } | undefined): number;
  /** The pitch in semitones within what the model honors. */
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

interface Bounds {
  min: number;
  max: number;
}

/** What a request asks for beyond its text. Collects what the model does not support. */
export interface Settings {
  drop(setting: string): void;
  /** The speed within the model's bounds. Without a call, the model supports none. */
  speed(bounds: Bounds): number;
  /** The pitch in semitones within the model's bounds. Without a call, the model supports none. */
  pitch(bounds: Bounds): number;
  /** The settings that were dropped, once the request is rendered. */
  dropped(): string[];
}

const NEUTRAL = { speed: 1, pitch: 0 };

export function settings(wanted: { speed: number; pitch: number }): Settings {
  const dropped = new Set<string>();
  const honored = new Set<string>();
  const within = (setting: keyof typeof NEUTRAL, { min, max }: Bounds): number => {
    honored.add(setting);
    const bounded = Math.min(max, Math.max(min, wanted[setting]));
    if (bounded !== wanted[setting]) dropped.add(setting);
    return bounded;
  };
  return {
    drop: (setting) => void dropped.add(setting),
    speed: (bounds) => within('speed', bounds),
    pitch: (bounds) => within('pitch', bounds),
    dropped() {
      for (const setting of ['speed', 'pitch'] as const)
        if (!honored.has(setting) && wanted[setting] !== NEUTRAL[setting]) dropped.add(setting);
      return [...dropped];
    },
  };
}

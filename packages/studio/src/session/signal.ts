import { useSyncExternalStore } from 'react';

/** A value that components subscribe to. */
export interface Signal<T> {
  get: () => T;
  set: (value: T) => void;
  use: () => T;
}

export function signal<T>(initialValue: T): Signal<T> {
  let value = initialValue;
  const followers = new Set<() => void>();
  const get = () => value;
  const follow = (onChange: () => void) => {
    followers.add(onChange);
    return () => followers.delete(onChange);
  };
  const set = (newValue: T) => {
    value = newValue;
    for (const onChange of followers) onChange();
  };
  return { get, set, use: () => useSyncExternalStore(follow, get) };
}

import { useSyncExternalStore } from 'react';

/** A value that components subscribe to. */
export interface Signal<T> {
  get: () => T;
  set: (value: T) => void;
  use: () => T;
}

export function signal<T>(initial: T): Signal<T> {
  let value = initial;
  const followers = new Set<() => void>();
  const get = () => value;
  const follow = (onChange: () => void) => {
    followers.add(onChange);
    return () => followers.delete(onChange);
  };
  const set = (next: T) => {
    value = next;
    for (const onChange of followers) onChange();
  };
  return { get, set, use: () => useSyncExternalStore(follow, get) };
}

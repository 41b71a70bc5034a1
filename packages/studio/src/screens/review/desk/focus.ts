/** The number of frames to wait for the element. */
const MAX_FRAMES = 120;

export const focusOn = (id: string): void => document.getElementById(id)?.focus();

/**
 * Focuses an element that is drawn soon, because the line may still be loading. Keys pressed until then have
 * no effect.
 */
export function focusSoon(id: string, frames = MAX_FRAMES): void {
  const element = document.getElementById(id);
  element?.focus();
  if (frames > 0 && document.activeElement !== element)
    requestAnimationFrame(() => focusSoon(id, frames - 1));
}

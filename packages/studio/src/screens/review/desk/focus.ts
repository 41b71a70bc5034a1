/** Frames in which a line is surely drawn. */
const PATIENCE = 120;

export const focusOn = (id: string): void => document.getElementById(id)?.focus();

/** Focuses what is drawn in a moment: the line may still be on its way. What is typed until then goes nowhere. */
export function focusSoon(id: string, patience = PATIENCE): void {
  const element = document.getElementById(id);
  element?.focus();
  if (patience > 0 && document.activeElement !== element)
    requestAnimationFrame(() => focusSoon(id, patience - 1));
}

const PLACES = 'section, main, [tabindex]';

/**
 * A browser gives the focus of an element that goes away, or that is disabled, to the whole page: there, neither the keys
 * of a screen nor Escape in a dialog work. With this, what is around the element has the focus next.
 */
export function keepFocus(): void {
  document.addEventListener('focusout', ({ target }) => {
    if (!(target instanceof Element)) return;
    const places = placesAround(target);
    // What moves the focus itself has done so by then.
    requestAnimationFrame(() => {
      const isGone = !target.isConnected || target.matches(':disabled');
      if (isGone && document.activeElement === document.body) focusFirst(places);
    });
  });
}

function placesAround(element: Element): HTMLElement[] {
  const place = element.parentElement?.closest<HTMLElement>(PLACES);
  return place ? [place, ...placesAround(place)] : [];
}

function focusFirst(places: readonly HTMLElement[]): void {
  const place = places.find(({ isConnected }) => isConnected) ?? document.querySelector('main');
  if (place === null) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

const PLACES = 'section, main, [tabindex]';

interface Focused {
  element: Element;
  /** The elements around it, nearest first. */
  places: HTMLElement[];
}

/**
 * If the focused element is removed or disabled, a browser moves the focus to the whole page, where neither the keys of a
 * screen nor Escape in a dialog work. This moves the focus to an element around it instead. Not every browser fires an event
 * for this, so a mutation observer watches the page.
 */
export function keepFocus(): void {
  let last: Focused | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? { element: target, places: placesAround(target) } : undefined;
  });
  document.addEventListener('focusout', () => {
    // The person moved the focus to the page, so nothing is lost if the element disappears later.
    requestAnimationFrame(() => {
      if (last && !isGone(last) && document.activeElement === document.body) last = undefined;
    });
  });
  const changes = new MutationObserver(() => {
    if (!last || !isGone(last)) return;
    const lost = last;
    // By then, code that moves the focus itself has done so.
    requestAnimationFrame(() => {
      if (last !== lost || !isGone(lost)) return;
      const active = document.activeElement;
      // Some browsers leave the focus on a disabled element, where keys do nothing.
      if (active === document.body || active === lost.element) focusFirst(lost.places);
    });
  });
  changes.observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

const isGone = ({ element }: Focused): boolean => !element.isConnected || element.matches(':disabled');

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

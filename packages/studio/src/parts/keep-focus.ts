const PLACES = 'section, main, [tabindex]';

interface Focused {
  element: Element;
  /** The elements around it, nearest first. */
  places: HTMLElement[];
}

/**
 * A browser gives the focus of an element that goes away, or that is disabled, to the whole page: there, neither the keys
 * of a screen nor Escape in a dialog work. With this, what is around the element has the focus next. Not every browser
 * fires an event for it, so changes of the page are watched.
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

const CONTAINERS = 'section, main, [tabindex]';

interface FocusedElement {
  element: Element;
  /** The elements around it, nearest first. */
  containers: HTMLElement[];
}

/**
 * If the focused element is removed or disabled, a browser moves the focus to the whole page, where neither the keys of a
 * screen nor Escape in a dialog work. This moves the focus to an element around it instead. Not every browser fires an event
 * for this, so a mutation observer watches the page.
 */
export function keepFocus(): void {
  let lastFocus: FocusedElement | undefined;
  const findContainer = ({ parentElement }: Element) => parentElement?.closest<HTMLElement>(CONTAINERS);
  document.addEventListener('focusin', ({ target }) => {
    lastFocus = undefined;
    if (!(target instanceof Element)) return;
    const containers: HTMLElement[] = [];
    for (let container = findContainer(target); container; container = findContainer(container))
      containers.push(container);
    lastFocus = { element: target, containers };
  });
  document.addEventListener('focusout', () => {
    // The person moved the focus to the page, so nothing is lost if the element disappears later.
    requestAnimationFrame(() => {
      if (lastFocus && !isGone(lastFocus) && document.activeElement === document.body) lastFocus = undefined;
    });
  });
  const changes = new MutationObserver(() => {
    if (!lastFocus || !isGone(lastFocus)) return;
    const lostFocus = lastFocus;
    // By then, code that moves the focus itself has done so.
    requestAnimationFrame(() => {
      if (lastFocus !== lostFocus || !isGone(lostFocus)) return;
      const activeElement = document.activeElement;
      // Some browsers leave the focus on a disabled element, where keys do nothing.
      if (activeElement !== document.body && activeElement !== lostFocus.element) return;
      const container =
        lostFocus.containers.find(({ isConnected }) => isConnected) ?? document.querySelector('main');
      if (container === null) return;
      if (!container.hasAttribute('tabindex')) container.tabIndex = -1;
      container.focus({ preventScroll: true });
    });
  });
  changes.observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

const isGone = ({ element }: FocusedElement): boolean => !element.isConnected || element.matches(':disabled');

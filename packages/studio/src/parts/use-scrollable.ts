import { useCallback, useState } from 'react';

/** Whether the content of an element is wider than the element. Then keys need a tab stop to scroll it. */
export function useScrollable<E extends HTMLElement>() {
  const [isScrollable, setScrollable] = useState(false);
  const ref = useCallback((element: E) => {
    const observer = new ResizeObserver(() => setScrollable(element.scrollWidth > element.clientWidth));
    for (const entry of [element, ...element.children]) observer.observe(entry);
    return () => observer.disconnect();
  }, []);
  return [ref, isScrollable] as const;
}

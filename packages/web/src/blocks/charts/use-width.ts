import { useLayoutEffect, useRef, useState } from 'react';

/** How wide a drawing is before its place has been measured. */
const usual = 480;

/** The width of an element in whole pixels, as it changes. */
export function useWidth<Kind extends HTMLElement>() {
  const element = useRef<Kind>(null);
  const [width, setWidth] = useState(usual);

  useLayoutEffect(() => {
    const place = element.current;
    if (!place || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWidth(Math.max(200, Math.floor(place.clientWidth))));
    observer.observe(place);
    setWidth(Math.max(200, Math.floor(place.clientWidth)));
    return () => observer.disconnect();
  }, []);

  return { element, width };
}

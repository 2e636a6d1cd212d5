import { useLayoutEffect, useRef, useState } from 'react';

/** The width of a drawing before the first measurement, in pixels. */
const usual = 480;

/** Returns the width of an element in whole pixels, updated on resize. */
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

import { options } from 'preact';

/** Effects wait so long for a frame at most: a page in the background draws none. */
export const longestFrameMs = 35;
let runEffects: (() => void) | null = null;

/**
 * Runs the effects of what is drawn before the next key, text or press is handled, as React does. Preact runs them after a frame, which a
 * busy page draws late: text typed by then was kept, and the Enter after it was lost.
 */
options.requestAnimationFrame = (run) => {
  runEffects = run;
  const after = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    setTimeout(run);
  };
  const timer = setTimeout(after, longestFrameMs);
  const frame = requestAnimationFrame(after);
};

// Without effects that wait, it does nothing.
for (const type of ['keydown', 'input', 'change', 'pointerdown', 'click'])
  window.addEventListener(type, () => runEffects?.(), { capture: true });

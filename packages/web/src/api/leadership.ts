export interface Leadership {
  /** Called when this tab becomes the leader. */
  readonly start: () => void;
  /** Called when it stops being the leader: the tab sleeps, or another tab has taken over. */
  readonly stop: () => void;
}

/**
 * Calls `sleep` when the browser freezes this tab or unloads its page, and `wake` when the tab comes back. Returns a function that ends
 * this.
 */
export function followSleep(sleep: () => void, wake: () => void): () => void {
  const onWake = (event: Event) => {
    if (event.type === 'resume' || (event as PageTransitionEvent).persisted) wake();
  };
  document.addEventListener('freeze', sleep);
  document.addEventListener('resume', onWake);
  window.addEventListener('pagehide', sleep);
  window.addEventListener('pageshow', onWake);
  return () => {
    document.removeEventListener('freeze', sleep);
    document.removeEventListener('resume', onWake);
    window.removeEventListener('pagehide', sleep);
    window.removeEventListener('pageshow', onWake);
  };
}

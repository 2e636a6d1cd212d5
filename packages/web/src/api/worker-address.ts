/**
 * Returns the address of the service worker. It names the language, so that the browser restarts the worker in another when the person
 * changes theirs.
 */
export function workerAddress(): string {
  const { lang } = document.documentElement;
  return lang === 'en' ? '/sw.js' : `/sw.js?language=${lang}`;
}

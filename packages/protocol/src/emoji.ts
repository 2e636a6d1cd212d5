// The flag `v` is not known to the oldest compilation target, so the expression is built at run time.
const oneEmoji = new RegExp('^\\p{RGI_Emoji}$', 'v');

/**
 * Returns whether a text is exactly one emoji of the set that Unicode recommends for general interchange (RGI), with
 * its variation selectors, skin tones and joiners.
 */
export function isEmoji(text: string): boolean {
  return oneEmoji.test(text);
}

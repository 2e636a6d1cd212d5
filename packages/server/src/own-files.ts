/**
 * What the server reads besides its code. Code and files keep this place to each other wherever the server is put together: built of
 * these sources, or as one file that another package brings along.
 */
export const ownFiles = {
  /** Says which release this is. */
  manifest: new URL('../package.json', import.meta.url),
  /** The server's own pages. */
  pages: new URL('../pages/', import.meta.url),
  /** The built guide; a folder that may not be there. */
  guide: new URL('../dist/guide/', import.meta.url),
  /** The built web app; a folder that may not be there. */
  webApp: new URL('../../web/dist/', import.meta.url),
};

/**
 * Files that the server reads besides its code. Their paths relative to this file must be the same in every build: in
 * these sources, and in a bundle inside another package.
 */
export const ownFiles = {
  /** Contains the release version. */
  manifest: new URL('../package.json', import.meta.url),
  /** The server's own pages. */
  pages: new URL('../pages/', import.meta.url),
  /** The built guide. The folder may be missing. */
  guide: new URL('../dist/guide/', import.meta.url),
  /** The packed npm packages for writing agents. The folder may be missing. */
  packages: new URL('../dist/packages/', import.meta.url),
  /** What a new embedded database begins with. The file may be missing. */
  firstImage: new URL('../dist/database.tar.br', import.meta.url),
  /** The built web app. The folder may be missing. */
  webApp: new URL('../../web/dist/', import.meta.url),
};

/**
 * The app and its libraries are written for React and run on Preact, which does the same in a tenth of the bytes. Why: decision 23.
 * Every import of React leads here, in the build, in development and in tests alike.
 */
export const reactIsPreact = [
  { find: /^react$/u, replacement: 'preact/compat' },
  { find: /^react-dom$/u, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/u, replacement: 'preact/compat/client' },
  { find: /^react-dom\/test-utils$/u, replacement: 'preact/test-utils' },
  // The router's way to a hook that Preact has; in a test it would be React's own.
  { find: /^use-sync-external-store\/shim\/index\.js$/u, replacement: 'preact/compat' },
  { find: /^react\/jsx-(?:dev-)?runtime$/u, replacement: 'preact/jsx-runtime' },
];

import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { compress } from './build/compress.ts';
import { joinChunks } from './build/join-chunks.ts';
import { listPackages } from './build/list-packages.ts';
import { offlineWorker } from './build/offline-worker.ts';
import { reactIsPreact } from './build/preact.ts';
import { preloadApp } from './build/preload-app.ts';

const protocolSource = fileURLToPath(new URL('../protocol/src/', import.meta.url));
const server = 'http://127.0.0.1:4600';

/**
 * The app reads types and a few constants from the protocol. The addresses of the agents' door are left out, and a protocol module that
 * nothing uses (the schemas) is dropped from the bundle.
 */
const browserProtocol: Plugin = {
  name: 'parley-browser-protocol',
  enforce: 'pre',
  transform(code, id) {
    return id === `${protocolSource}routes/addresses.ts` ? code.replaceAll(/^.*'\/hooks\/.*$/gmu, '') : null;
  },
};

const joined = joinChunks({
  start: '/src/start.ts',
  app: '/src/main.tsx',
  room: '/src/screens/room-screen.tsx',
  panel: '/src/screens/room-panel.tsx',
  consent: '/src/screens/room-consent.tsx',
});

/** What the protocol's index names too, but only code that loads later uses. */
const isLater = (id: string) =>
  /\/protocol\/src\/(?:blocks\/|standing-grants\/|decisions\/|(?:audit-actions|emoji|platform-lines|scope-titles)\.ts$)|\/canonical-json\.ts$/u.test(
    id,
  );

export default defineConfig(({ command }) => {
  // A build that a test starts is the app too: the test's own environment would make it a development build, which is never offline.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [browserProtocol, react(), joined.plugin, preloadApp('app'), listPackages(), offlineWorker(), compress()],
    resolve: {
      conditions: ['parley-source', 'module', 'browser', 'development|production'],
      alias: reactIsPreact,
    },
    build: {
      target: 'es2023',
      // The browsers that the styles are written for all preload modules themselves.
      modulePreload: { polyfill: false },
      // The theme is written with `light-dark()`; older targets would have it rewritten into something larger.
      cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
      // Everything comes from files of our own origin: the server's policy allows no data: addresses.
      assetsInlineLimit: 0,
      rolldownOptions: {
        treeshake: { moduleSideEffects: [{ test: /packages\/protocol\/src\//, sideEffects: false }] },
        output: {
          codeSplitting: {
            groups: [
              { name: 'start', test: (id) => !isLater(id) && joined.belongsTo('start')(id) },
              { name: 'app', test: joined.belongsTo('app') },
              { name: 'room', test: joined.belongsTo('room') },
              { name: 'panel', test: joined.belongsTo('panel') },
              { name: 'consent', test: joined.belongsTo('consent') },
            ],
          },
        },
      },
    },
    server: {
      port: 4700,
      proxy: Object.fromEntries(['/v1', '/hooks', '/schemas', '/demo'].map((path) => [path, { target: server }])),
    },
  };
});

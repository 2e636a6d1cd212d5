import { build } from 'esbuild';
import type { Plugin } from 'vitest/config';

/** Gives tests of the app its icons as one module instead of 2,400, of which a build drops most and a test would load all: seven seconds. */
export const iconsAtOnce: Plugin = {
  name: 'parley-icons-at-once',
  enforce: 'pre',
  load: {
    filter: { id: /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/ },
    async handler(id) {
      const icons = await build({ entryPoints: [id], bundle: true, format: 'esm', external: ['react'], write: false });
      return icons.outputFiles[0]?.text;
    },
  },
};

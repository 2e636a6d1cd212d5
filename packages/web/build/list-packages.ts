import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Lists in `.packages.json` whose code is in the app: folders below node_modules, relative to the repository. Their licences are shipped. */
export function listPackages(): Plugin {
  let [root, outDir] = ['', ''];
  return {
    name: 'parley-list-packages',
    apply: 'build',
    configResolved: (config) => {
      root = resolve(config.root, '../..');
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle: (_options, bundle) => {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const folders = modules.flatMap((id) => /^\0?(\/.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []);
      const names = [...new Set(folders.map((folder) => relative(root, folder)))].sort();
      writeFileSync(join(outDir, '.packages.json'), JSON.stringify(names));
    },
  };
}

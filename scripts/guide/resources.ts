import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { imageSize } from './image-size.ts';
import type { PageResources, Picture } from './markdown.ts';
import { guidePages } from './page-list.ts';

/** Where the sources can be read that are no page of the guide. */
const repository = 'https://github.com/parley-platform/parley/blob/main/';

interface ResourceOptions {
  readonly root: string;
  readonly base: string;
  /** The page whose links and pictures these are. */
  readonly source: string;
  /** Keeps a file of the site, and gives its address. */
  keep(name: string, content: Uint8Array): string;
}

/** What a page links to and shows, by the paths that stand in its source. */
export function createResources({ root, base, source, keep }: ResourceOptions): PageResources {
  return {
    link: (href) => addressOf(href, { root, base, source }),
    picture: (path) => {
      const file = join(root, dirname(source), path);
      const night = file.replace(/-light(\.\w+)$/, '-dark$1');
      const bytes = readFileSync(file);
      const { width, height } = imageSize(bytes);
      // Pictures of blocks are taken for screens with two pixels a pixel.
      const scale = file.endsWith('.webp') ? 2 : 1;
      const picture: Picture = {
        light: keep(basename(file), bytes),
        dark: night !== file && existsSync(night) ? keep(basename(night), readFileSync(night)) : null,
        width: Math.round(width / scale),
        height: Math.round(height / scale),
      };
      return picture;
    },
  };
}

/**
 * The address of what a link names: a page of the guide, or else the file in the repository.
 *
 * @throws Error where there is no such file.
 */
export function addressOf(href: string, { root, base, source }: Omit<ResourceOptions, 'keep'>): string {
  // What is read on a page of a registry names the repository whole.
  const isOwn = href.startsWith(repository);
  if (!isOwn && /^(https?:|mailto:|#)/.test(href)) return href;
  const [path = '', hash] = (isOwn ? href.slice(repository.length) : href).split('#');
  const file = isOwn ? path : normalize(join(dirname(source), path));
  const fragment = hash === undefined ? '' : `#${hash}`;
  const page = guidePages.find((one) => one.source === file);
  if (page) return `${base}/${page.address}${fragment}`;
  if (!existsSync(join(root, file))) throw new Error(`${source} links to ${href}, which is not there.`);
  return `${repository}${file}${fragment}`;
}

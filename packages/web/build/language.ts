import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

/** Where the app's sentences stand, and below it a folder for each other language. */
const words = /^(.*\/src\/words)\/([\w-]+\.ts)$/u;

/**
 * Builds the app in another language: `words/<language>/rooms.ts` stands in for `words/rooms.ts`, and what has no file there stays
 * English. Costs the page nothing, as it is done in the build. A language that has no folder is an error.
 *
 * @param language the tag of the language, which is the name of the folder (`de`, `pt-BR`); undefined for English.
 */
export function inLanguage(language: string | undefined): Plugin {
  let root = '';
  return {
    name: 'parley-language',
    enforce: 'pre',
    configResolved: (config) => {
      root = config.root;
      const folders = join(root, 'src/words');
      const isKnown = language === undefined || existsSync(join(folders, language));
      if (!isKnown) throw new Error(`There is no folder ${language} in src/words, only: ${languagesIn(folders)}.`);
    },
    async resolveId(source, importer, options) {
      if (language === undefined || importer === undefined) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const [, folder, file] = words.exec(resolved?.id ?? '') ?? [];
      if (folder === undefined || file === undefined) return null;
      const translated = `${folder}/${language}/${file}`;
      // A translation may read the English that it stands in for.
      const isItself = importer.startsWith(`${folder}/${language}/`) && basename(importer) === file;
      return !isItself && existsSync(translated) ? translated : null;
    },
    transformIndexHtml: (html) =>
      language === undefined
        ? html
        : html.replace('<html lang="en">', `<html lang="${language}" dir="${side(language)}">`),
  };
}

function languagesIn(folder: string): string {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return ['English', ...folders.map(({ name }) => name)].join(', ');
}

/** Scripts that are written from right to left. */
const fromTheRight = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

function side(language: string): 'ltr' | 'rtl' {
  return fromTheRight.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}

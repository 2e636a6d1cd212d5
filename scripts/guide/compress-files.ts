import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { SiteFiles } from './built-page.ts';

/** What fits into one packet gains nothing. */
const worthwhileBytes = 1000;

/** Puts a `.br` and a `.gz` beside every file that gets smaller by it. The best qualities would take longer than all else together. */
export async function compressFiles(out: string, files: SiteFiles): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  const worthwhile = [...files].filter(
    ([path, content]) => /\.(html|css|js|json|svg|txt)$/.test(path) && content.length >= worthwhileBytes,
  );
  await Promise.all(
    worthwhile.map(async ([path, content]) => {
      await writeFile(join(out, `${path}.br`), await promisify(brotliCompress)(content, { params }));
      await writeFile(join(out, `${path}.gz`), await promisify(gzip)(content, { level: 6 }));
    }),
  );
}

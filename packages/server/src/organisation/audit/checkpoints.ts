import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Head } from '../../platform/audit/audit-queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import { signHead } from './sign-head.ts';

/** The file of the data folder that has a signed checkpoint a line. */
export const headsFile = 'audit-heads.ndjson';

/** About 4,000 checkpoints. Of a longer file the newer half stays. */
const bytesMax = 1024 * 1024;

/** Creates what writes the end of the chain, signed, to the log and to the data folder. */
export function openCheckpoints(
  app: Pick<Core, 'storage' | 'clock' | 'secrets' | 'log' | 'config'>,
): (head: Head) => Promise<void> {
  const path = join(app.config.dataDir, headsFile);
  return async (head) => {
    const signed = await signHead(app, head);
    app.log.info({ head: signed }, 'audit checkpoint');
    try {
      await mkdir(app.config.dataDir, { recursive: true });
      await shorten(path);
      await appendFile(path, `${JSON.stringify(signed)}\n`, { mode: 0o600 });
    } catch (error) {
      app.log.warn({ err: error }, 'audit checkpoint was not written to the data folder');
    }
  };
}

async function shorten(path: string): Promise<void> {
  const bytes = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  if (bytes < bytesMax) return;
  const lines = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, lines.slice(lines.length >> 1).join('\n'), { mode: 0o600 });
}

import { Gauge } from 'prom-client';
import { readAssetBytes } from '../accounts/assets/queries.ts';
import type { App } from '../chat/conversations/app.ts';
import { readDatabaseBytes } from '../platform/storage/database-size.ts';
import { readFreeBytes } from '../platform/storage/free-bytes.ts';
import { readInTime } from './read-in-time.ts';

/** The database adds up file sizes for these, so they are read at most once a minute. */
const keptMs = 60_000;

/** Adds the gauges of disk usage. */
export function addDiskGauges({
  storage,
  clock,
  metrics,
  config,
}: Pick<App, 'storage' | 'clock' | 'metrics' | 'config'>): void {
  const gauge = (name: string, help: string, read: () => Promise<number>) => {
    let last: { readonly at: number; readonly value: number } | null = null;
    new Gauge({
      name,
      help,
      registers: [metrics.registry],
      async collect() {
        if (last === null || clock.now() - last.at >= keptMs) {
          const value = (await readInTime(read())) ?? NaN;
          last = Number.isNaN(value) ? null : { at: clock.now(), value };
          this.set(value);
        }
      },
    });
  };
  gauge('parley_database_bytes', 'Size of the database on its disk.', () => readDatabaseBytes(storage.db));
  gauge('parley_asset_bytes', 'Bytes of all assets that are kept.', () => readAssetBytes(storage.db));
  gauge('parley_disk_free_bytes', 'Bytes free on the disk of the data folder.', () => readFreeBytes(config.dataDir));
}

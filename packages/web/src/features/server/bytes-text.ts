import { overviewWords as words } from '../../words/overview.ts';
import { digits } from '../../words/locale.ts';

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Returns a size in the largest unit of which it has at least one. */
export function bytesText(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  const amount = digits(bytes / 1024 ** step, { maximumFractionDigits: 1 });
  return words.bytes(amount, units[step] ?? 'B');
}

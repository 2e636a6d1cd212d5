import { mediaWords } from '../../words/media.ts';
import { digits } from '../../words/locale.ts';

/** Returns the address of an asset's bytes: always on the platform, never one that an agent chose. */
export function assetAddress(assetId: string): string {
  return `/v1/assets/${encodeURIComponent(assetId)}`;
}

/** @example fileSize(1536) // '1.5 KB' */
export function fileSize(bytes: number): string {
  const units = mediaWords.sizes;
  const step = Math.min(Math.max(Math.floor(Math.log2(bytes) / 10), 0), units.length - 1);
  return `${digits(bytes / 1024 ** step, { maximumFractionDigits: 1 })} ${units[step]}`;
}

/** @example durationClock(83.4) // '1:23' */
export function durationClock(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

import { keepSetting, readSetting } from './kept-settings.ts';

/** The quiet hours of a browser, both ends as `HH:MM` in its local time. */
export interface QuietHours {
  readonly isOn: boolean;
  readonly from: string;
  readonly to: string;
}

export const quietAtFirst: QuietHours = { isOn: false, from: '22:00', to: '07:00' };

/** Returns whether a time is within the quiet hours. Hours that end before they begin last over midnight. */
export function isQuiet({ isOn, from, to }: QuietHours, now: Date): boolean {
  if (!isOn || from === to) return false;
  const time = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`;
  return from < to ? time >= from && time < to : time >= from || time < to;
}

/** Reads this browser's quiet hours; the service worker that shows notifications reads the same setting. */
export async function readQuietHours(): Promise<QuietHours> {
  return (await readSetting<QuietHours>(key)) ?? quietAtFirst;
}

export async function keepQuietHours(hours: QuietHours): Promise<void> {
  await keepSetting(key, hours);
}

const key = 'quiet-hours';

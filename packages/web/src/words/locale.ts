let chosen = 'en';

/** Returns the language tag that dates, numbers and lists are written in, such as `de-CH`. */
export function locale(): string {
  return chosen;
}

export function setLocale(tag: string): void {
  chosen = tag;
}

/** Writes a number in the language of the app. */
export function digits(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(chosen, options);
}

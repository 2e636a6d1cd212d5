/** One thing that was looked at. */
export interface Check {
  /** One token, such as `stale_timestamp`. */
  readonly name: string;
  readonly ok: boolean;
  /** Where it is not ok, what is wrong and how to mend it; else what may be worth knowing, or null. */
  readonly hint: string | null;
}

export const passed = (name: string, hint: string | null = null): Check => ({ name, ok: true, hint });
export const faulty = (name: string, hint: string): Check => ({ name, ok: false, hint });

import { locale } from '../../words/locale.ts';

export interface ValueLook {
  readonly value_format?: 'integer' | 'compact' | 'raw' | undefined;
  readonly value_prefix?: string | undefined;
  readonly value_suffix?: string | undefined;
}

/**
 * Formats a value with its series' format, prefix and suffix.
 *
 * @example formatValue(1234.5, { value_format: 'compact', value_prefix: '€ ' }) // '€ 1.2K'
 */
export function formatValue(value: number, { value_format: format, value_prefix, value_suffix }: ValueLook): string {
  return `${value_prefix ?? ''}${digits(value, format)}${value_suffix ?? ''}`;
}

function digits(value: number, format: ValueLook['value_format']): string {
  switch (format) {
    case 'integer':
      return value.toLocaleString(locale(), { maximumFractionDigits: 0 });
    case 'compact':
      return value.toLocaleString(locale(), { notation: 'compact', maximumFractionDigits: 1 });
    case 'raw':
      return String(value);
    case undefined:
      return value.toLocaleString(locale(), { maximumFractionDigits: 6 });
  }
}

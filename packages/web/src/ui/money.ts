import { locale } from '../words/locale.ts';

/** Returns an amount of money as text. Answers often cost less than a cent, so small amounts have more digits. */
export function money(amount: number, currency: string): string {
  const maximumFractionDigits = amount > 0 && amount < 1 ? 6 : 2;
  return new Intl.NumberFormat(locale(), { style: 'currency', currency, maximumFractionDigits }).format(amount);
}

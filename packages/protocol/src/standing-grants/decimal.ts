/**
 * A decimal number in plain or exponent notation, such as `0.1` or `1e21`. Sums of such texts are exact, while `0.1 + 0.2` is not `0.3`
 * as numbers.
 */
export type Decimal = string;

/** Returns the shortest decimal of a finite number. */
export function decimalOf(value: number): Decimal {
  return write(read(String(value)));
}

/** Returns the exact sum of two decimals, in plain notation. */
export function addDecimals(one: Decimal, other: Decimal): Decimal {
  const [a, b, scale] = aligned(one, other);
  return write({ digits: a + b, scale });
}

/** Returns the exact difference of two decimals, in plain notation. */
export function subtractDecimals(one: Decimal, other: Decimal): Decimal {
  const [a, b, scale] = aligned(one, other);
  return write({ digits: a - b, scale });
}

/** Returns whether the first decimal is greater than the second. */
export function isGreater(one: Decimal, other: Decimal): boolean {
  const [a, b] = aligned(one, other);
  return a > b;
}

/** The value is `digits` divided by ten to the power of `scale`. */
interface Scaled {
  readonly digits: bigint;
  readonly scale: number;
}

const form = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,4}))?$/;

function read(text: Decimal): Scaled {
  const match = form.exec(text);
  if (match === null) throw new TypeError('This is not a decimal number.');
  const [, sign, whole, fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

function aligned(one: Decimal, other: Decimal): [bigint, bigint, number] {
  const [a, b] = [read(one), read(other)];
  const scale = Math.max(a.scale, b.scale);
  const raised = ({ digits, scale: own }: Scaled) => digits * 10n ** BigInt(scale - own);
  return [raised(a), raised(b), scale];
}

function write({ digits, scale }: Scaled): Decimal {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const fraction = text.slice(text.length - scale).replace(/0+$/, '');
  return sign + text.slice(0, text.length - scale) + (scale > 0 && fraction !== '' ? `.${fraction}` : '');
}

/** @example coinsOf(1) // '1 coin' */
export function coinsOf(amount: number): string {
  return amount === 1 ? '1 coin' : `${amount.toLocaleString()} coins`;
}

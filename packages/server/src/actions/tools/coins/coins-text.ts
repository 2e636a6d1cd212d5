/** @example coinsText(1) // '1 coin' */
export function coinsText(amount: number): string {
  return `${amount} ${amount === 1 ? 'coin' : 'coins'}`;
}

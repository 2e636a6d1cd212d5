import type * as english from '../coins.ts';
import { digits } from '../locale.ts';
import type { Translation } from '../translation.ts';

export const coinsOf: Translation<typeof english.coinsOf> = (amount) =>
  amount === 1 ? '1 Münze' : `${digits(amount)} Münzen`;

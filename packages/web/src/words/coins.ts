import { catalogue } from './catalogue.ts';
import { digits } from './locale.ts';

/** @example coinsOf(1) // '1 coin' */
export const coinsOf = catalogue('coinsOf', (amount: number) => (amount === 1 ? '1 coin' : `${digits(amount)} coins`));

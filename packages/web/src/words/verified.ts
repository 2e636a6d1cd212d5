import { catalogue } from './catalogue.ts';

/** Whether a receipt holds. */
export const verifiedWords = catalogue('verifiedWords', {
  checking: 'Checking the receipt',
  verified: 'Receipt verified: this server signed it, for these arguments.',
  signed: 'Receipt verified: this server signed it.',
  forged: 'The receipt does not hold: its signature is not of this server.',
  other: 'The receipt does not hold: it is for other arguments.',
  unknown: 'This browser cannot check the receipt here. Copy it and check it elsewhere.',
});

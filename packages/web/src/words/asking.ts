import { catalogue } from './catalogue.ts';
import { digits } from './locale.ts';

/** Texts of every decision card. */
export const askWords = catalogue('askWords', {
  until: (time: string) => `Until ${time}`,
  /** `purpose` and `behalf` each begin with a space. */
  asks: '{asker} asks{purpose}{behalf}',
  behalf: ' for {behalf}',
  exact: 'Exact arguments',
  youHave: (balance: number, needed: number) =>
    `you have ${digits(balance)}${balance < needed ? `, ${needed - balance} too few` : ''}`,

  deny: 'Deny',
  open: 'Nothing happens before you decide.',
  unknown: 'Nothing happens before it is decided.',
  sending: { approved: 'Sending your approval', denied: 'Sending your denial' },
  notSent: (reason: string) => `Not sent. ${reason}`,
  expired: 'Nobody decided in time. Nothing was done.',
  notYours: 'This is not yours to decide.',
  onlyThey: (whose: string) => `Only ${whose} can decide this.`,
  left: 'Only somebody who left could decide this.',
  notDone: (what: string) => `Approved, ${what}`,
  decidedBy: '{decision} by {who}',
  stoppedBy: '{decision}: {who} stopped the answer',
  approved: 'Approved',
  denied: 'Denied',
  elsewhere: ' in another place',
});

/** What is said on every card that asks for a decision. */
export const askWords = {
  until: (time: string) => `Until ${time}`,
  /** Who asks; what for begins with a space, and so does on whose behalf. */
  asks: '{asker} asks{purpose}{behalf}',
  behalf: ' for {behalf}',
  exact: 'Exact arguments',
  youHave: (balance: number, needed: number) =>
    `you have ${balance.toLocaleString()}${balance < needed ? `, ${needed - balance} too few` : ''}`,

  deny: 'Deny',
  open: 'Nothing happens before you decide.',
  unknown: 'Nothing happens before it is decided.',
  sending: { approved: 'Sending your approval', denied: 'Sending your denial' },
  notSent: (reason: string) => `Not sent. ${reason}`,
  expired: 'Nobody decided in time. Nothing was done.',
  notYours: 'This is not yours to decide.',
  onlyThey: (whose: string) => `Only ${whose} can decide this.`,
  left: 'Only somebody who left could decide this.',
  decidedBy: '{decision} by {who}',
  stoppedBy: '{decision}: {who} stopped the answer',
  approved: 'Approved',
  denied: 'Denied',
  elsewhere: ' in another place',
} as const;

/** Texts about approvals in a room. */
export const approvalWords = {
  scope: 'Scope',
  behalf: 'On behalf of',
  you: 'you',
  decides: 'Who decides',
  onlyYou: 'you alone',
  reason: 'Why it has this permission',
  notThrough: 'It did not get through.',

  notGranted: (asker: string, scope: string) =>
    `Approve is off: ${asker} may not use ${scope} any more. Grant it again to approve this.`,
  gone: (asker: string) => `Approve is off: ${asker} is not there any more.`,
  tooFew: (lacking: string) => `Approve is off: you have ${lacking} too few.`,
  underWay: 'still running',
  paid: 'paid',
  done: 'done',
  notPaid: 'not paid: too few coins',
  toolFailed: 'not done: the tool failed',
  deniedAtRun: 'not done: it was no longer allowed when it was to run',

  approve: 'Approve',
  approveCoins: (coins: string) => `Approve ${coins}`,
  approveSharing: 'Approve sharing',
  purposes: {
    tool_invocation: 'to use a tool',
    charge: 'to be paid',
    identity_request: 'to know who you are',
  },
  agentsWords: 'The agent wrote these words.',
} as const;

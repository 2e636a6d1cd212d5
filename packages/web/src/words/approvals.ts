/** What is said of approvals in a room. */
export const approvalWords = {
  scope: 'Scope',
  behalf: 'On behalf of',
  you: 'you',
  notThrough: 'It did not get through.',
  principal: (asker: string) => `the person whom ${asker} acts for`,

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

/** What is said where the app cannot do what was asked, and the server has no sentence for it. */
export const connectionFaultWords = {
  unreachable: 'Parley cannot be reached.',
  unreachableHint: 'Check your connection and try again.',
  notUnderstood: 'The server gave an answer that the app does not understand.',
  reconnecting: 'Reconnecting…',
} as const;

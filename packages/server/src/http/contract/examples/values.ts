/** The ids in the examples. */
export const ids = {
  user: 'usr_01KAJ8ZJ9M4J0V6W3QX5T2N7RC',
  otherUser: 'usr_01KAJ8ZP2D7S3E8G5HB6K9M1NV',
  agent: 'agt_01KAJ90A4R6Y2T8N5C3B7W9XQD',
  otherAgent: 'agt_01KAJ90GV1M3P5R7T9W2Y4A6CE',
  credential: 'cred_01KAJ90B8F0H2K4N6Q8S1V3X5Z',
  conversation: 'cnv_01KAJ91C3E5G7J9M1P3R5T7W9Y',
  message: 'msg_01KAJ92D4F6H8K0N2Q4S6V8X0Z',
  delivery: 'dlv_01KAJ93E5G7J9M1P3R5T7W9Y1A',
  approval: 'apr_01KAJ94F6H8K0N2Q4S6V8X0Z2B',
  asset: 'ast_01KAJ95G7J9M1P3R5T7W9Y1A3C',
  task: 'tsk_01KAJ96H8K0N2Q4S6V8X0Z2B4D',
  invocation: 'inv_01KAJ97J9M1P3R5T7W9Y1A3C5E',
  schedule: 'sch_01KAJ98K0N2Q4S6V8X0Z2B4D6F',
  notification: 'ntf_01KAJ99M1P3R5T7W9Y1A3C5E7G',
  session: 'ses_01KAJ9AN2Q4S6V8X0Z2B4D6F8H',
  token: 'tok_01KAJ9BP3R5T7W9Y1A3C5E7G9J',
  subscription: 'psh_01KAJ9BQ4S6V8X0Z2B4D6F8H0K',
  identity: 'idn_01KAJ9CR5T7W9Y1A3C5E7G9J1M',
  passkey: 'psk_01KAJ9DS6V8X0Z2B4D6F8H0K2N',
} as const;

/** A SHA-256 in lower-case hexadecimal. */
export const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Returns a time a number of minutes after the start of the examples. */
export function at(minutes: number): string {
  return new Date(Date.UTC(2026, 0, 12, 17) + minutes * 60_000).toISOString();
}

export const requestedScope = {
  scope: 'proactive.message',
  reason: 'Says when an order arrives.',
  title: 'Write to you without being asked',
};

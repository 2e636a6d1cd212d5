/** The variables of the environment that fix a setting. */
export const settingVariables: Readonly<Record<string, string>> = {
  signup: 'PARLEY_SIGNUP',
  agentApproval: 'PARLEY_AGENT_APPROVAL',
  passwordSignIn: 'PARLEY_PASSWORD_SIGN_IN',
  startingCoins: 'PARLEY_STARTING_COINS',
  agents: 'PARLEY_QUOTA_AGENTS',
  rooms: 'PARLEY_QUOTA_ROOMS',
  asset_bytes: 'PARLEY_QUOTA_ASSET_BYTES',
  event_streams: 'PARLEY_QUOTA_EVENT_STREAMS',
};

import type { RouteName } from '@parley/protocol';

/** Data of a request for the audit log. Members of unknown type must be read defensively. */
export interface Seen {
  readonly params: unknown;
  readonly body: unknown;
  /** The answer's item, with the ids of a credential and of a standing grant that the answer contains. */
  readonly item: unknown;
}

/** Ids and scope names only: no handles, display names or other text of a person. */
type Ids = Readonly<Record<string, unknown>>;

/** The event name of a route's line (null if the request changed no authority), and the ids in it. */
export interface AuditEntry {
  readonly audit: string | ((seen: Seen) => string | null);
  readonly ids: (seen: Seen) => Ids;
}

const none = () => ({});
const ofPath =
  (...names: string[]) =>
  ({ params }: Seen) =>
    pick(params, names);
const ofItem =
  (...names: string[]) =>
  ({ item }: Seen) =>
    pick(item, names);

/** Routes that grant, change or end authority, with their audit entries. */
export const audited: Readonly<Partial<Record<RouteName, AuditEntry>>> = {
  signUp: { audit: 'user.signed_up', ids: ofItem('userId') },
  setUp: { audit: 'person.became_admin', ids: ofItem('userId') },
  changePerson: {
    audit: ({ body }) => changeOf(pick(body, ['role', 'status', 'email'])),
    ids: ofPerson,
  },
  invite: { audit: 'invitation.made', ids: ofItem('invitationId') },
  revokeInvitation: { audit: 'invitation.revoked', ids: ofPath('invitationId') },
  endSessionsOfPerson: { audit: 'person.sessions_ended', ids: ofPerson },
  signIn: { audit: 'session.opened', ids: ofItem('userId') },
  signOut: { audit: 'session.ended', ids: none },
  endSession: { audit: 'session.ended', ids: ofPath('sessionId') },
  endOtherSessions: { audit: 'sessions.ended', ids: none },
  changePassword: { audit: 'password.changed', ids: none },
  createToken: { audit: 'token.created', ids: ofItem('tokenId') },
  deleteToken: { audit: 'token.deleted', ids: ofPath('tokenId') },
  blockPerson: { audit: 'person.blocked', ids: ofPerson },
  unblockPerson: { audit: 'person.unblocked', ids: ofPerson },
  registerAgent: { audit: 'agent.registered', ids: ofItem('agentId', 'credentialId') },
  replaceManifest: { audit: 'agent.changed', ids: ofPath('agentId') },
  pauseAgent: { audit: 'agent.paused', ids: ofPath('agentId') },
  resumeAgent: { audit: 'agent.resumed', ids: ofPath('agentId') },
  listenToAgent: { audit: 'agent.listen_opened', ids: ofPath('agentId') },
  endListening: { audit: 'agent.listen_ended', ids: ofPath('agentId') },
  deleteAgent: { audit: 'agent.deleted', ids: ofPath('agentId') },
  issueCredential: {
    audit: 'credential.issued',
    ids: ({ params, item }) => ({ ...pick(params, ['agentId']), ...pick(item, ['credentialId']) }),
  },
  revokeCredential: { audit: 'credential.revoked', ids: ofPath('agentId', 'credentialId') },
  grantScopes: {
    audit: 'grant.replaced',
    ids: ({ params, body }) => ({ ...pick(params, ['agentId']), ...pick(body, ['scopes']) }),
  },
  setMembershipPreferences: {
    audit: ({ body }) => blockOf(pick(body, ['blocked'])['blocked']),
    ids: ofPath('agentId'),
  },
  requestAccess: { audit: 'access.requested', ids: ofPath('agentId') },
  approveAccessRequest: { audit: 'access.approved', ids: ofRequester },
  denyAccessRequest: { audit: 'access.denied', ids: ofRequester },
  openConversation: {
    audit: 'conversation.opened',
    ids: ({ item, body }) => ({ ...pick(item, ['conversationId']), ...pick(body, ['agentIds', 'userIds']) }),
  },
  deleteConversation: { audit: 'conversation.deleted', ids: ofPath('conversationId') },
  addMember: {
    audit: 'member.added',
    ids: ({ params, body }) => ({ ...pick(params, ['conversationId']), ...named(pick(body, ['agentId', 'userId'])) }),
  },
  removeMember: { audit: 'member.removed', ids: ofPath('conversationId', 'memberId') },
  stopMessage: { audit: 'answer.stopped', ids: ofPath('conversationId', 'messageId') },
  deleteStandingGrant: { audit: 'standing_grant.revoked', ids: ofPath('grantId') },
  resolveApproval: {
    audit: ({ body }) => `approval.${String(pick(body, ['decision'])['decision'])}`,
    ids: ({ params, item }) => ({ ...pick(params, ['approvalId']), ...pick(item, ['grantId']) }),
  },
};

/** Writing routes that change no authority. Together with `audited` they are all writing routes. */
export const unaudited: readonly RouteName[] = [
  'editProfile',
  'markRead',
  'setConversationPreferences',
  'updateConversation',
  'sendMessage',
  'editMessage',
  'deleteMessage',
  'addReaction',
  'removeReaction',
  'sendAttachment',
  'uploadAsset',
  'submitForm',
  'markNotificationsRead',
  'subscribe',
  'unsubscribe',
  'createTask',
  'cancelTask',
  'createSchedule',
  'deleteSchedule',
  'replayDelivery',
  'ackListened',
  'putScopesAside',
];

/** The path's `userId` is the person who asked for access. In the log, `userId` is the actor. */
function ofRequester({ params }: Seen): Ids {
  const { agentId, userId } = pick(params, ['agentId', 'userId']);
  return { agentId, memberId: userId };
}

function ofPerson({ params }: Seen): Ids {
  return { memberId: pick(params, ['userId'])['userId'] };
}

/** A call that changes several things is named after the one that matters most. */
function changeOf({ role, status, email }: Ids): string {
  if (role !== undefined) return role === 'admin' ? 'person.promoted' : 'person.demoted';
  if (status !== undefined) return status === 'disabled' ? 'person.disabled' : 'person.enabled';
  return email === undefined ? 'person.renamed' : 'person.email_set';
}

function named({ agentId, userId }: Ids): Ids {
  return { memberId: agentId ?? userId };
}

function blockOf(blocked: unknown): string | null {
  if (typeof blocked !== 'boolean') return null;
  return blocked ? 'agent.blocked' : 'agent.unblocked';
}

/** Returns the given members of an object that are defined. */
export function pick(from: unknown, names: readonly string[]): Ids {
  if (typeof from !== 'object' || from === null) return {};
  const all = from as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}

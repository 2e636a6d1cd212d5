/** The kinds of things that an audited action is done to, with the id that names them in a row's details. */
export const auditTargets = {
  user: 'memberId',
  agent: 'agentId',
  conversation: 'conversationId',
  message: 'messageId',
  session: 'sessionId',
  token: 'tokenId',
  credential: 'credentialId',
  grant: 'grantId',
  approval: 'approvalId',
  invitation: 'invitationId',
  backup: 'backupId',
  report: 'reportId',
  export: 'exportId',
  identity: 'identityId',
  passkey: 'passkeyId',
  server: null,
} as const;

export type AuditTarget = keyof typeof auditTargets;

/**
 * Every change of authority that the audit log knows (§18): `noun.verb` in the past, what it is done to, and which details a row has
 * besides. An action on `user` without `memberId` is one on the actor.
 */
export const auditActions = {
  'user.signed_up': { target: 'user', doc: 'Somebody signed up; `invitationId` if it took an invitation.' },
  'person.became_admin': { target: 'user', doc: 'Somebody used the set-up link.' },
  'person.promoted': {
    target: 'user',
    doc: 'An administrator, or a group at a provider, made a person one; `source`.',
  },
  'person.demoted': { target: 'user', doc: 'A person is no administrator any more; `source`.' },
  'person.disabled': { target: 'user', doc: 'A person cannot sign in any more.' },
  'person.enabled': { target: 'user', doc: 'A disabled person can sign in again.' },
  'person.email_set': { target: 'user', doc: 'An administrator or a directory set or removed a mail address.' },
  'person.renamed': { target: 'user', doc: 'An administrator or a directory changed a name.' },
  'person.provisioned': {
    target: 'user',
    doc: 'A directory made a person; or, with `adopted`, one who was there came under it; or, with `revived`, one whom it had deleted.',
  },
  'person.reprovisioned': { target: 'user', doc: 'A directory changed the `userName` or `externalId` of a person.' },
  'person.unprovisioned': { target: 'user', doc: 'A directory deleted a person, who is disabled then.' },
  'person.sessions_ended': { target: 'user', doc: 'An administrator ended all sessions and tokens.' },
  'person.blocked': { target: 'user', doc: 'A person blocked another.' },
  'person.unblocked': { target: 'user', doc: 'A person removed a block.' },
  'person.reset_link_made': { target: 'user', doc: 'An administrator made a link for a new password.' },
  'person.recovered': { target: 'user', doc: 'Somebody used a recovery link that was made at the machine.' },
  'recovery.link_made': { target: 'user', doc: 'Somebody made a recovery link at the machine.' },
  'email.verified': { target: 'user', doc: 'A person verified a mail address.' },
  'invitation.made': { target: 'invitation', doc: 'An administrator invited somebody; `role`.' },
  'invitation.revoked': { target: 'invitation', doc: 'An administrator revoked an invitation.' },
  'invitation.used': { target: 'invitation', doc: 'Somebody signed up with an invitation.' },
  'session.opened': {
    target: 'user',
    doc: 'Somebody signed in; `providerId` if a provider of sign-ins said who they are, `passkeyId` if they used a passkey.',
  },
  'identity.linked': { target: 'identity', doc: 'An identity at a provider became a way of signing in; `providerId`.' },
  'identity.unlinked': {
    target: 'identity',
    doc: 'A person removed an identity, or a new password by a link or an erasure did; `providerId`.',
  },
  'passkey.added': { target: 'passkey', doc: 'A person added a passkey.' },
  'passkey.deleted': {
    target: 'passkey',
    doc: 'A person deleted a passkey, or a new password by a link or an erasure did.',
  },
  'session.refused': {
    target: 'user',
    doc:
      'A sign-in failed; `attempts`. The target is the person, or `typed`: a keyed hash of a handle that nobody has. With the ' +
      'actor `scim` it has no target: the token of a directory was wrong. Of a burst there is a row for the 1st, 10th, 100th attempt and so on; ten minutes without one end it.',
  },
  'session.ended': { target: 'user', doc: 'Somebody signed out, or ended a session of theirs; then `sessionId`.' },
  'sessions.ended': { target: 'user', doc: 'Somebody ended all their other sessions.' },
  'password.changed': {
    target: 'user',
    doc: 'Somebody changed their password; `keepCredentials` if credentials of agents stayed.',
  },
  'password.refused': {
    target: 'user',
    doc: 'Somebody with a session gave a wrong password; `attempts`, as of sign-ins.',
  },
  'password.reset': {
    target: 'user',
    doc: 'Somebody set a new password by a link; `keepSignIn` if passkeys and identities stayed.',
  },
  'token.created': { target: 'token', doc: 'Somebody made an access token; `forAdmin` if it is for administration.' },
  'token.deleted': {
    target: 'token',
    doc: 'Somebody deleted an access token; `keepCredentials` as with `password.changed`.',
  },
  'agent.registered': { target: 'agent', doc: 'An agent was registered; `credentialId`, `scopes`.' },
  'agent.changed': { target: 'agent', doc: 'A manifest was replaced; `scopes`.' },
  'agent.change_proposed': { target: 'agent', doc: 'A manifest waits for approval; `scopes`: those that it requests.' },
  'agent.approved': { target: 'agent', doc: 'An administrator approved a new agent or its manifest; `scopes`.' },
  'agent.rejected': { target: 'agent', doc: 'An administrator rejected a new agent or its manifest.' },
  'agent.paused': { target: 'agent', doc: 'Its owner paused an agent.' },
  'agent.resumed': { target: 'agent', doc: 'Its owner resumed an agent.' },
  'agent.deleted': { target: 'agent', doc: 'Its owner deleted an agent.' },
  'agent.suspended': { target: 'agent', doc: 'An administrator suspended an agent.' },
  'agent.unsuspended': { target: 'agent', doc: 'An administrator ended the suspension of an agent.' },
  'agent.offered': { target: 'agent', doc: 'Its owner offered an agent to another person; `toUserId`.' },
  'agent.offer_ended': { target: 'agent', doc: 'The owner took an offer back, or the other person refused it.' },
  'agent.transferred': {
    target: 'agent',
    doc: 'An agent has a new owner, by an administrator or because they took it over; `fromUserId`, `toUserId`.',
  },
  'model.added': { target: 'agent', doc: 'A person made a model an agent, which the server runs.' },
  'model.changed': { target: 'agent', doc: 'The owner changed the model, address, key, instructions or tools.' },
  'model.removed': { target: 'agent', doc: 'The owner took the model from an agent.' },
  'agent.listen_opened': { target: 'agent', doc: 'Its owner listens to what an agent gets.' },
  'agent.listen_ended': { target: 'agent', doc: 'Its owner ended all listening.' },
  'agent.blocked': { target: 'agent', doc: 'A person blocked an agent.' },
  'agent.unblocked': { target: 'agent', doc: 'A person removed the block of an agent.' },
  'credential.issued': { target: 'credential', doc: 'A credential of an agent was made; `agentId`.' },
  'credential.revoked': { target: 'credential', doc: 'A credential of an agent was revoked; `agentId`.' },
  'grant.replaced': { target: 'agent', doc: 'A person set what an agent may do for them; `scopes`: all from now on.' },
  'access.requested': { target: 'agent', doc: 'A person asked for access to an agent.' },
  'access.approved': { target: 'agent', doc: 'The owner let a person use an agent; `memberId`.' },
  'access.denied': { target: 'agent', doc: 'The owner refused a person; `memberId`.' },
  'conversation.opened': { target: 'conversation', doc: 'A conversation was opened; `agentIds`, `userIds`.' },
  'conversation.deleted': { target: 'conversation', doc: 'Its creator deleted a conversation.' },
  'member.added': { target: 'conversation', doc: 'A person or an agent was added; `memberId`.' },
  'member.removed': { target: 'conversation', doc: 'A person or an agent left, or was removed; `memberId`.' },
  'approval.approved': { target: 'approval', doc: 'A person approved a call; `grantId` if it lasts.' },
  'approval.denied': { target: 'approval', doc: 'A person denied a call.' },
  'standing_grant.revoked': { target: 'grant', doc: 'A person took back a standing grant.' },
  'standing_grant.ended': {
    target: 'grant',
    doc: 'The server ended a standing grant, because its tool has changed; `reason`.',
  },
  'answer.stopped': { target: 'message', doc: 'A person stopped an answer; `conversationId`.' },
  'setting.changed': { target: 'server', doc: 'An administrator changed settings; `names`.' },
  'backup.started': { target: 'backup', doc: 'A backup was started, by an administrator or the schedule.' },
  'backup.restored': {
    target: 'server',
    doc: 'This database was restored from a backup; `createdAt` of the backup, and `seq` and `hash` of the log’s end in it.',
  },
  'report.made': { target: 'report', doc: 'Somebody reported a message, an agent or a person.' },
  'reports.read': { target: 'server', doc: 'An administrator read what reported messages said; `reportIds`.' },
  'report.closed': { target: 'report', doc: 'An administrator closed a report; `state`.' },
  'person.erasing': {
    target: 'user',
    doc: 'A person’s data is being erased: an administrator asked for it, or they did.',
  },
  'person.erased': { target: 'user', doc: 'The server has erased a person’s data.' },
  'export.asked': {
    target: 'export',
    doc: 'Somebody asked for an export of their data, or an administrator for another person’s; `memberId`.',
  },
  'export.downloaded': { target: 'export', doc: 'Somebody downloaded an export; `memberId`: whose data it has.' },
  'retention.changed': {
    target: 'server',
    doc: 'An administrator set how long the server keeps messages; `messagesDays`.',
  },
  'room_retention.changed': {
    target: 'conversation',
    doc: 'The creator set how long a conversation keeps its messages; `messagesDays`.',
  },
  'person.held': { target: 'user', doc: 'An administrator placed a legal hold on a person, or changed its reason.' },
  'person.hold_ended': { target: 'user', doc: 'An administrator ended the legal hold of a person.' },
  'person.held_read': {
    target: 'user',
    doc: 'Somebody at the machine read what the legal hold on a person keeps of deleted messages.',
  },
  'conversation.held': {
    target: 'conversation',
    doc: 'An administrator placed a legal hold on a conversation, or changed its reason.',
  },
  'conversation.hold_ended': {
    target: 'conversation',
    doc: 'An administrator ended the legal hold of a conversation.',
  },
  'conversation.held_read': {
    target: 'conversation',
    doc: 'Somebody at the machine read what the legal hold on a conversation keeps of deleted messages.',
  },
  'audit.row_missing': {
    target: 'server',
    doc: 'A server found that a row that it had written was gone before it was sealed; `rowId`. Somebody changed the database.',
  },
} as const satisfies Readonly<Record<string, { readonly target: AuditTarget; readonly doc: string }>>;

export type AuditAction = keyof typeof auditActions;

import type { AuditAction } from '@parley/protocol';
import type { EndingRow } from '../../platform/audit/read-queries.ts';
import type { Ended, EndedKind } from './ended-file.ts';

/** Returns what the row of an audited action ended; null if its action ended nothing. */
export function endedBy(row: EndingRow): Ended | null {
  const ending = endings[row.action];
  if (typeof ending === 'string' || row.target_id === null) return null;
  const details = JSON.parse(row.details) as Details;
  const entry = { kind: ending.kind, id: row.target_id, at: row.at.toISOString() };
  return { ...entry, ...ending.more?.(row, details) };
}

/** Returns the audited actions that end something. */
export function endingActions(): AuditAction[] {
  return (Object.keys(endings) as AuditAction[]).filter((action) => typeof endings[action] !== 'string');
}

interface Details {
  readonly memberId?: string;
  readonly toUserId?: string;
  readonly scopes?: readonly string[];
  readonly keepCredentials?: boolean;
}

interface Ending {
  readonly kind: EndedKind;
  readonly more?: (row: EndingRow, details: Details) => Partial<Pick<Ended, 'kind' | 'of' | 'scopes'>>;
}

const gives = 'gives something that the backup may lack, asks for it, or takes an ending back';
const over = 'belongs to sessions, links and invitations, which a restore ends all';
const state = 'changes names, addresses, settings, holds or periods, which a backup brings back as they were';
const open = 'decides what waits, which waits again after a restore';
const note = 'records that something was tried, read, made or done by the server';

const only = (kind: EndedKind): Ending => ({ kind });
const byActor = (kind: EndedKind): Ending => ({ kind, more: ({ actor_id: of }) => (of === null ? {} : { of }) });
const ofMember = (kind: EndedKind): Ending => ({
  kind,
  more: (_, { memberId: of }) => (of === undefined ? {} : { of }),
});
/** Credentials of agents that tokens created have ended with the tokens, unless they were to be kept. */
const tokens: Ending = {
  kind: 'revoked',
  more: (_, { keepCredentials }) => (keepCredentials === true ? { kind: 'revoked_alone' } : {}),
};
const requested: Ending = { kind: 'narrowed', more: (_, { scopes = [] }) => ({ scopes }) };

/**
 * What each audited action takes away that a restore of an older backup would give back, or why a restore repeats nothing. Every
 * action is here, so that a new one cannot be forgotten.
 */
const endings: Readonly<Record<AuditAction, Ending | string>> = {
  'user.signed_up': gives,
  'person.became_admin': gives,
  'person.promoted': gives,
  'person.demoted': only('demoted'),
  'person.disabled': only('disabled'),
  'person.enabled': gives,
  'person.email_set': state,
  'person.renamed': state,
  'person.provisioned': gives,
  'person.reprovisioned': state,
  // Its person is disabled in the same transaction.
  'person.unprovisioned': note,
  'person.sessions_ended': only('revoked'),
  'person.blocked': byActor('blocked'),
  'person.unblocked': gives,
  'person.reset_link_made': over,
  'person.recovered': only('revoked'),
  'recovery.link_made': over,
  'email.verified': state,
  'invitation.made': over,
  'invitation.revoked': over,
  'invitation.used': over,
  'session.opened': over,
  'identity.linked': gives,
  'identity.unlinked': only('revoked'),
  'passkey.added': gives,
  'passkey.deleted': only('revoked'),
  'session.refused': note,
  'session.ended': over,
  'sessions.ended': over,
  'password.changed': tokens,
  'password.refused': note,
  'password.reset': only('revoked'),
  'token.created': gives,
  'token.deleted': tokens,
  'agent.registered': gives,
  'agent.changed': requested,
  'agent.change_proposed': open,
  'agent.approved': requested,
  'agent.rejected': open,
  'agent.paused': only('paused'),
  'agent.resumed': gives,
  'agent.deleted': only('deleted'),
  'agent.suspended': only('suspended'),
  'agent.unsuspended': gives,
  'agent.offered': gives,
  'agent.offer_ended': only('unoffered'),
  'agent.transferred': {
    kind: 'transferred',
    more: (_, { toUserId: of }) => (of === undefined ? {} : { of }),
  },
  'model.added': gives,
  'model.changed': state,
  'model.removed': only('model_removed'),
  'agent.listen_opened': over,
  'agent.listen_ended': over,
  'agent.blocked': byActor('blocked'),
  'agent.unblocked': gives,
  'credential.issued': gives,
  'credential.revoked': only('revoked'),
  'grant.replaced': {
    kind: 'narrowed',
    more: ({ actor_id: of }, { scopes = [] }) => ({ ...(of === null ? {} : { of }), scopes }),
  },
  'access.requested': gives,
  'access.approved': gives,
  'access.denied': ofMember('denied'),
  'conversation.opened': gives,
  'conversation.deleted': only('closed'),
  'member.added': gives,
  'member.removed': ofMember('removed'),
  'approval.approved': open,
  'approval.denied': open,
  'standing_grant.revoked': only('revoked'),
  'standing_grant.ended': only('revoked'),
  'answer.stopped': note,
  'setting.changed': state,
  'backup.started': note,
  'backup.restored': note,
  'report.made': note,
  'reports.read': note,
  'report.closed': note,
  'person.erasing': only('erased'),
  'person.erased': note,
  'export.asked': note,
  'export.downloaded': note,
  'retention.changed': state,
  'room_retention.changed': state,
  'person.held': state,
  'person.hold_ended': state,
  'person.held_read': note,
  'conversation.held': state,
  'conversation.hold_ended': state,
  'conversation.held_read': note,
  'audit.row_missing': note,
};

import type {
  AuditHead,
  AuditRow,
  AccessToken,
  AdminPerson,
  BlockedPerson,
  DataExport,
  Backup,
  Identity,
  Invitation,
  Notice,
  PendingIdentity,
  Person,
  AdminReport,
  Overview,
  Report,
  Hold,
  Retention,
  ServerSetting,
  Session,
  User,
} from '@parley/protocol';
import { at, ids } from './values.ts';

/** Examples of what the contract says of a person. */

export const person: Person = { userId: ids.user, handle: 'ada', displayName: 'Ada' };

export const user: User = {
  ...person,
  locale: 'en',
  timezone: 'Europe/Zurich',
  createdAt: at(0),
  role: 'member',
  email: null,
  emailVerified: false,
};

export const session: Session = {
  sessionId: ids.session,
  createdAt: at(0),
  lastUsedAt: at(9),
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  current: true,
};

export const accessToken: AccessToken = {
  tokenId: ids.token,
  name: 'Backup script',
  admin: false,
  createdAt: at(2),
  lastUsedAt: at(8),
  expiresAt: null,
};

export const blockedPerson: BlockedPerson = {
  userId: ids.otherUser,
  handle: 'grace',
  displayName: 'Grace',
  blockedAt: at(3),
};

export const adminPerson: AdminPerson = {
  ...person,
  email: 'ada@parley.example',
  emailVerified: false,
  role: 'admin',
  roleSource: 'manual',
  status: 'active',
  createdAt: at(0),
  lastSeenAt: at(0),
  signIn: { password: true, passkeys: 0, providers: [] },
  externalId: null,
  conversations: 12,
  agents: 2,
  assetBytes: 48_213,
};

export const invitation: Invitation = {
  invitationId: 'ivt_01KAJ9CR5T7W9Y1A3C5E7G9J1M',
  email: 'grace@parley.example',
  role: 'member',
  createdBy: ids.user,
  createdAt: at(1),
  expiresAt: at(10_081),
  usedBy: null,
  revokedAt: null,
};

export const backup: Backup = {
  backupId: 'bak_01KAJ9CR5T7W9Y1A3C5E7G9J1M',
  state: 'ready',
  createdAt: at(3),
  sizeBytes: 4_821_307,
  error: null,
};

export const auditRow: AuditRow = {
  seq: 412,
  at: at(2),
  actor: { type: 'user', id: ids.user },
  action: 'person.disabled',
  target: { type: 'user', id: ids.user },
  details: {},
  addressGroup: '192.0.2.7',
  requestId: '01KAJ9CR5T7W9Y1A3C5E7G9J1N',
  hash: '5f'.repeat(32),
};

export const auditHead: AuditHead = { seq: 412, hash: '5f'.repeat(32), at: at(3), signature: 'q7pM'.repeat(21) + 'Aw' };

export const notice: Notice = {
  noticeId: 'ntc_01KAJ9CR5T7W9Y1A3C5E7G9J1P',
  kind: 'reset_link_made',
  by: ids.user,
  at: at(2),
};

export const serverSetting: ServerSetting = { name: 'signup', value: 'invite', source: 'default', editable: true };

export const report: Report = {
  reportId: 'rpt_01KAJ9CR5T7W9Y1A3C5E7G9J1Q',
  state: 'open',
  reason: 'This asks for my password.',
  target: { type: 'message', id: ids.message },
  createdAt: at(2),
};

export const adminReport: AdminReport = {
  ...report,
  reporter: ids.user,
  evidence: { text: 'Please tell me your password.', author: ids.agent, createdAt: at(1) },
  closedAt: null,
  closedBy: null,
  note: null,
};

export const overview: Overview = {
  version: '0.3.0',
  servers: [{ nodeId: 'k3v9qx2m', version: '0.3.0', startedAt: at(0), streams: 41, clockSkewSeconds: 0.02 }],
  people: { total: 120, active30d: 96, disabled: 4 },
  agents: 31,
  conversations: 842,
  messages24h: 2_310,
  deliveries: { pending: 3, failed24h: 12, oldestWaitingSeconds: 4 },
  databaseBytes: 612_368_384,
  assetBytes: 48_213_004,
  diskFreeBytes: 81_604_378_624,
  mail: { configured: true, lastErrorAt: null },
  backup: { lastAt: at(3), lastResult: 'ready' },
};

export const dataExport: DataExport = {
  exportId: 'exp_01KAJ9CR5T7W9Y1A3C5E7G9J1R',
  state: 'ready',
  createdAt: at(2),
  sizeBytes: 184_220,
  expiresAt: '2026-12-03T09:00:02.000Z',
  url: '/v1/exports/exp_01KAJ9CR5T7W9Y1A3C5E7G9J1R/file',
};

export const identity: Identity = {
  identityId: ids.identity,
  providerId: 'corp',
  issuer: 'https://login.corp.example',
  linkedAt: at(4),
};

export const pendingIdentity: PendingIdentity = {
  identityId: ids.identity,
  providerId: 'corp',
  issuer: 'https://login.corp.example',
  account: 'ada@corp.example',
  expiresAt: at(9),
};

export const retention: Retention = { messagesDays: 365, nextPurge: { at: at(10_081), messages: 12 } };

export const hold: Hold = {
  targetType: 'conversation',
  targetId: ids.conversation,
  reason: 'Case 12 of the legal department.',
  createdBy: ids.user,
  createdAt: at(3),
};

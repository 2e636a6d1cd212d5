/** The kinds of resource that have an id; the value is the prefix on the wire. */
export const idPrefixes = {
  user: 'usr',
  agent: 'agt',
  conversation: 'cnv',
  message: 'msg',
  delivery: 'dlv',
  approval: 'apr',
  asset: 'ast',
  task: 'tsk',
  credential: 'cred',
  invocation: 'inv',
  schedule: 'sch',
  notification: 'ntf',
  session: 'ses',
  token: 'tok',
  subscription: 'psh',
  standingGrant: 'sgr',
  invitation: 'ivt',
  notice: 'ntc',
  backup: 'bak',
  report: 'rpt',
  export: 'exp',
  identity: 'idn',
  passkey: 'psk',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** An id on the wire: a prefix, an underscore and a ULID of 26 characters. */
export type Id<Kind extends IdKind> = `${(typeof idPrefixes)[Kind]}_${string}`;

export type UserId = Id<'user'>;
export type AgentId = Id<'agent'>;
export type ConversationId = Id<'conversation'>;
export type MessageId = Id<'message'>;
export type DeliveryId = Id<'delivery'>;
export type ApprovalId = Id<'approval'>;
export type AssetId = Id<'asset'>;
export type TaskId = Id<'task'>;
export type CredentialId = Id<'credential'>;
export type InvocationId = Id<'invocation'>;
export type ScheduleId = Id<'schedule'>;
export type NotificationId = Id<'notification'>;
export type SessionId = Id<'session'>;
export type TokenId = Id<'token'>;
export type SubscriptionId = Id<'subscription'>;
export type StandingGrantId = Id<'standingGrant'>;
export type InvitationId = Id<'invitation'>;
export type NoticeId = Id<'notice'>;
export type BackupId = Id<'backup'>;
export type ExportId = Id<'export'>;
export type IdentityId = Id<'identity'>;
export type PasskeyId = Id<'passkey'>;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ulid = '[0-9A-HJKMNP-TV-Z]{26}';

/** The pattern of each kind of id. */
export const idPatterns = Object.fromEntries(
  Object.entries(idPrefixes).map(([kind, prefix]) => [kind, new RegExp(`^${prefix}_${ulid}$`)]),
) as Record<IdKind, RegExp>;

/**
 * Returns a new id. Ids from one process sort in the order of their creation, even within one millisecond.
 *
 * @example newId('message', Date.now()) // 'msg_01KAJ8ZJ9M4J0V6W3QX5T2N7RC'
 */
export function newId<Kind extends IdKind>(kind: Kind, nowMs: number = Date.now()): Id<Kind> {
  return `${idPrefixes[kind]}_${monotonicUlid(nowMs)}`;
}

/** Returns the lower bound of all ids made at or after a time in milliseconds: every earlier id sorts below it. */
export function lowestId<Kind extends IdKind>(kind: Kind, atMs: number): Id<Kind> {
  return `${idPrefixes[kind]}_${timePart(atMs)}${'0'.repeat(16)}`;
}

/** Returns whether a value is an id of this kind. */
export function isId<Kind extends IdKind>(kind: Kind, value: unknown): value is Id<Kind> {
  return typeof value === 'string' && idPatterns[kind].test(value);
}

let lastMs = 0;
/** The random part of the last id: one byte per character. */
const random = new Uint8Array(16);

/** Returns a new ULID, the part of an id behind its prefix. */
export function monotonicUlid(nowMs: number): string {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    crypto.getRandomValues(random);
  } else {
    increment();
  }
  let text = timePart(lastMs);
  for (const byte of random) text += alphabet[byte & 31];
  return text;
}

function timePart(ms: number): string {
  let text = '';
  for (let rest = ms, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) text = alphabet[rest % 32] + text;
  return text;
}

/** Increments the 80 random bits by one; each of the 16 bytes holds the 5 bits of one character. */
function increment(): void {
  for (let i = 15; i >= 0; i--) {
    const next = ((random[i] ?? 0) & 31) + 1;
    random[i] = next & 31;
    if (next < 32) return;
  }
}

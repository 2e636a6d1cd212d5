import type { Run } from './command.ts';

/** A command of the server program, in the list. Its file is loaded when it runs. */
interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly run: Run }>;
}

/** All commands, one line each: what it takes, what it does, and its file. */
// prettier-ignore
export const commands: Readonly<Record<string, Command>> = {
  backup: { usage: 'FILE [--encrypt-to KEYFILE]', summary: 'Write everything into a new file, while the server runs or not.', load: () => import('./backup.ts') },
  verify: { usage: 'FILE [--decrypt-with KEYFILE]', summary: 'Restore a backup into a scratch database and compare.', load: () => import('./verify.ts') },
  recover: { usage: 'USERNAME', summary: 'Print a link that makes this person an administrator with a new password.', load: () => import('./recover.ts') },
  audit: { usage: 'verify [--head FILE]', summary: 'Find out whether the audit log was changed.', load: () => import('./audit.ts') },
  held: { usage: 'USER_ID or CONVERSATION_ID', summary: 'Print what a legal hold keeps of deleted messages.', load: () => import('./held.ts') },
  restore: { usage: 'FILE [--into DATABASE_URL] [--decrypt-with KEYFILE] [--without-ended]', summary: 'Restore a backup into an empty database or data folder.', load: () => import('./restore.ts') },
  reseal: { usage: '[--old-key-is-lost]', summary: 'Encrypt all secrets of the database with the current key.', load: () => import('./reseal.ts') },
  'new-receipt-key': { usage: '', summary: 'Sign receipts with a new key from now on.', load: () => import('./new-receipt-key.ts') },
  move: { usage: '--to DATABASE_URL', summary: 'Move everything into an empty PostgreSQL database.', load: () => import('./move.ts') },
};

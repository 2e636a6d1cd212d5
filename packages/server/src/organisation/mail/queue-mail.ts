import { createHmac } from 'node:crypto';
import { monotonicUlid } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { Work } from '../../platform/signals/work.ts';
import { hourly, type Mail } from './mail.ts';
import { insertMail } from './mail-queries.ts';

const hourMs = 3_600_000;

/**
 * Queues a mail in a transaction; it is sent after the commit. Returns false, and queues nothing, if this server sends
 * no mail or the address got as many of this kind as it may within an hour.
 */
export async function queueMail(
  { tx, signal }: Pick<Work, 'tx' | 'signal'>,
  { config, secrets, clock }: Pick<Core, 'config' | 'secrets' | 'clock'>,
  mail: Mail,
): Promise<boolean> {
  if (config.mail === null) return false;
  const now = clock.now();
  const mail_id = monotonicUlid(now);
  const isQueued = await insertMail(
    tx,
    {
      mail_id,
      kind: mail.kind,
      address_hash: hashAddress(secrets, mail.to),
      sealed: secrets.seal(mail_id, Buffer.from(JSON.stringify(mail))),
      key_id: secrets.keyId,
      now: new Date(now),
    },
    { since: new Date(now - hourMs), most: hourly[mail.kind] },
  );
  if (isQueued) signal([{ to: 'servers', type: 'mailQueued' }]);
  return isQueued;
}

/** Returns the keyed hash by which mails to an address are counted. */
export function hashAddress(secrets: Pick<Core['secrets'], 'derive'>, address: string): Buffer {
  return createHmac('sha256', secrets.derive('mail addresses')).update(address).digest();
}

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Authenticates messages between the servers of one database. */
export interface MessageSeal {
  /** Puts a MAC in front of a message. */
  seal(text: string): string;
  /** Returns the message without its MAC, or null if the MAC is missing or wrong. */
  open(sealed: string): string | null;
}

const macLength = 43;
/** Bytes that a seal adds to a message. */
export const sealBytes = macLength + 1;

/**
 * Creates a seal from the servers' keys, for one database. The first key seals and any of them opens, so that a key can
 * be replaced server by server. Replayed messages pass: signals carry no content and only trigger reads.
 */
export function messageSeal(secretKeys: readonly [Buffer, ...Buffer[]], databaseId: string): MessageSeal {
  const keys = secretKeys.map((key) => Buffer.from(hkdfSync('sha256', key, '', `parley signals ${databaseId}`, 32)));
  const macOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    seal: (text) => `${macOf(keys[0] as Buffer, text)}.${text}`,
    open(sealed) {
      if (sealed[macLength] !== '.') return null;
      const given = Buffer.from(sealed.slice(0, macLength));
      const text = sealed.slice(sealBytes);
      const fits = keys.some((key) => {
        const mac = Buffer.from(macOf(key, text));
        return mac.length === given.length && timingSafeEqual(mac, given);
      });
      return fits ? text : null;
    },
  };
}

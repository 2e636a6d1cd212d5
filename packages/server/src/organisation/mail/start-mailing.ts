import type { Core } from '../../platform/routing/core.ts';
import type { Mail } from './mail.ts';
import { claimMails, endMail, nextMailAt, postponeMail, type ClaimedMail } from './mail-queries.ts';
import { openTransport } from './transport.ts';

export interface Mailing {
  /** Starts no further mail, and resolves when those under way have ended. */
  stop(): Promise<void>;
}

const mailsABatch = 10;
/** Within this time a server that took a mail has sent it, or another tries again. */
const attemptMs = 120_000;
const firstPauseMs = 15_000;
const longestPauseMs = 30 * 60_000;
const dayMs = 86_400_000;

/**
 * Sends queued mails: those of this server at once, and at a start those that others left. A failed attempt is repeated
 * with growing pauses until the mail is a day old and the janitor deletes it. Nothing waits for a mail.
 */
export function startMailing(app: Pick<Core, 'config' | 'storage' | 'clock' | 'secrets' | 'hub' | 'log'>): Mailing {
  const { storage, clock, hub, log } = app;
  if (app.config.mail === null) return { stop: async () => undefined };
  const transport = openTransport(app.config.mail);
  let running: Promise<void> | null = null;
  let cancel: (() => void) | null = null;
  let isCalled = false;
  let stopped = false;

  const run = async () => {
    do {
      isCalled = false;
      for (;;) {
        const now = clock.now();
        const mails = stopped
          ? []
          : await claimMails(storage.db, new Date(now), new Date(now + attemptMs), mailsABatch);
        if (mails.length === 0) break;
        await Promise.all(mails.map((row) => attempt(app, transport, row)));
      }
    } while (isCalled);
    const next = stopped ? null : await nextMailAt(storage.db);
    if (next !== null) plan(next.getTime() - clock.now());
  };
  const wake = () => {
    cancel?.();
    cancel = null;
    isCalled = true;
    running ??= run()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'mail queue was not read; tries again');
        plan(firstPauseMs);
      })
      .finally(() => {
        running = null;
      });
  };
  const plan = (ms: number) => {
    if (!stopped) cancel ??= clock.after(Math.max(ms, 0), wake);
  };
  const end = hub.onServer((signal) => {
    if (!stopped && (signal.type === 'mailQueued' || signal.type === 'resync')) wake();
  });
  wake();
  return {
    async stop() {
      stopped = true;
      end();
      cancel?.();
      await running;
      transport.close();
    },
  };
}

async function attempt(
  { storage, secrets, clock, log }: Pick<Core, 'storage' | 'secrets' | 'clock' | 'log'>,
  transport: ReturnType<typeof openTransport>,
  row: ClaimedMail,
): Promise<void> {
  // One that waited while no server ran is late news.
  if (clock.now() - row.created_at.getTime() >= dayMs) return endMail(storage.db, row.mail_id);
  const bytes = secrets.tryOpen(row.mail_id, { keyId: row.key_id, bytes: row.sealed });
  if (bytes === null) return endMail(storage.db, row.mail_id);
  try {
    await transport.send(JSON.parse(bytes.toString()) as Mail);
    await endMail(storage.db, row.mail_id);
  } catch (error) {
    const pause = Math.min(firstPauseMs * 2 ** (row.attempts - 1), longestPauseMs);
    log.warn(
      { mailId: row.mail_id, attempts: row.attempts, reason: reasonOf(error) },
      'mail was not sent; tries again',
    );
    const now = clock.now();
    await postponeMail(storage.db, row.mail_id, new Date(now), new Date(now + pause));
  }
}

/** Returns the code of a failure. Its message may contain the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const parts = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number');
  return parts.join(' ') || 'unknown';
}

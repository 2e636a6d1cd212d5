import { isId, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Proof } from '../../platform/routing/proof.ts';
import { deleteOtherSessions, deleteOwnSession, deleteSession } from './session-queries.ts';

type EndingApp = Pick<Core, 'commit' | 'clock' | 'hub'>;

/** Ends the caller's session. */
export async function signOut(app: EndingApp, userId: UserId, proof: Proof): Promise<void> {
  await app.commit(async ({ tx, audit }) => {
    await deleteSession(tx, proof.hash);
    await audit('session.ended');
  });
  tellStreams(app, userId);
}

/** Ends one session of a person. */
export async function endSession(app: EndingApp, userId: UserId, sessionId: string): Promise<void> {
  const now = new Date(app.clock.now());
  await app.commit(async ({ tx, audit }) => {
    const isEnded = isId('session', sessionId) && (await deleteOwnSession(tx, userId, sessionId, now));
    if (!isEnded) refuse('session_not_found');
    await audit('session.ended', { sessionId });
  });
  tellStreams(app, userId);
}

/** Ends all sessions of a person except the caller's. */
export async function endOtherSessions(app: EndingApp, userId: UserId, proof: Proof): Promise<void> {
  await app.commit(async ({ tx, audit }) => {
    await deleteOtherSessions(tx, userId, proof.hash);
    await audit('sessions.ended');
  });
  tellStreams(app, userId);
}

/** Makes every server check a person's open streams again. Call it after the commit that ended a session or a token. */
export function tellStreams({ hub }: Pick<Core, 'hub'>, userId: UserId): void {
  hub.publish([{ to: 'servers', type: 'accessEnded', userId }]);
}

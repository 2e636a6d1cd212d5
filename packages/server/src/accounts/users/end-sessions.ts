import { isId, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Proof } from '../../platform/routing/proof.ts';
import { deleteOtherSessions, deleteOwnSession, deleteSession } from './session-queries.ts';

type EndingApp = Pick<Core, 'storage' | 'clock' | 'hub'>;

/** Ends the caller's session. */
export async function signOut(app: EndingApp, userId: UserId, proof: Proof): Promise<void> {
  await deleteSession(app.storage.db, proof.hash);
  tellStreams(app, userId);
}

/** Ends one session of a person. */
export async function endSession(app: EndingApp, userId: UserId, sessionId: string): Promise<void> {
  const now = new Date(app.clock.now());
  const isEnded = isId('session', sessionId) && (await deleteOwnSession(app.storage.db, userId, sessionId, now));
  if (!isEnded) refuse('session_not_found');
  tellStreams(app, userId);
}

/** Ends all sessions of a person except the caller's. */
export async function endOtherSessions(app: EndingApp, userId: UserId, proof: Proof): Promise<void> {
  await deleteOtherSessions(app.storage.db, userId, proof.hash);
  tellStreams(app, userId);
}

/** Makes every server check a person's open streams again. Call it after the commit that ended a session or a token. */
export function tellStreams({ hub }: Pick<Core, 'hub'>, userId: UserId): void {
  hub.publish([{ to: 'servers', type: 'accessEnded', userId }]);
}

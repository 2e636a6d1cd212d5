import { openExportStore, openStore } from '../../accounts/assets/open-store.ts';
import { claimErasure, leaveErasure, type ErasureRow } from '../../accounts/users/erasure-queries.ts';
import { findPerson } from '../../accounts/users/people-queries.ts';
import { listRoomsToErase } from '../../chat/conversations/erase-person-queries.ts';
import { createAlarm } from '../../platform/time/alarm.ts';
import { eraseAgents } from './erase-agents.ts';
import { ErasureLeft, type EraseModel, type EraseRunApp, type Erasing } from './erase-batch.ts';
import { eraseDecisions, eraseDeliveries, eraseExports, eraseOwn, eraseProfile, eraseUploads } from './erase-rest.ts';
import { eraseRoom } from './erase-room.ts';
import { unnamedColumns } from './unnamed-columns.ts';

/** A server that is silent for this long has ended, and another continues. */
const silentMs = 20_000;
const lookMs = 60_000;
const roomsAPage = 100;

/**
 * Erases people whose erasure has begun: at once those of a request, and those of a server that has ended. Each batch is a transaction
 * of its own and can be repeated, so another server goes on where one was stopped.
 */
export function startErasing(app: EraseRunApp, eraseModel: EraseModel): { stop(): Promise<void> } {
  let isStopped = false;
  const unnamed = unnamedColumns();
  if (unnamed.length > 0) app.log.warn({ columns: unnamed }, 'columns are not named in the table of erasure');
  const alarm = createAlarm(
    app,
    'erasures',
    async () => {
      if (!app.timekeeper.jobsWait()) await runErasures(app, eraseModel, () => isStopped);
      return app.clock.now() + lookMs;
    },
    'beat',
  );
  const end = app.hub.onServer(({ type }) => {
    if (type === 'erasureAsked' || type === 'resync') alarm.wake();
  });
  alarm.wake();
  return {
    async stop() {
      isStopped = true;
      end();
      await alarm.stop();
    },
  };
}

/** Erases everybody whose erasure has begun and is on no other server. One that fails is tried again later. */
export async function runErasures(
  app: EraseRunApp,
  eraseModel: EraseModel,
  isStopped: () => boolean = () => false,
): Promise<void> {
  while (!isStopped()) {
    const now = app.clock.now();
    const row = await claimErasure(app.storage.db, new Date(now), new Date(now - silentMs));
    if (row === null) return;
    try {
      await erase(app, row, eraseModel, isStopped);
      app.log.info({ userId: row.user_id }, 'erased a person');
    } catch (error) {
      if (isStopped()) await leaveErasure(app.storage.db, row);
      else if (!(error instanceof ErasureLeft))
        app.log.error({ err: error, userId: row.user_id }, 'erasing a person failed; trying again');
    }
  }
}

/** Erases a person in the order in which each step still finds what it needs: the profile, which has the names, comes last. */
async function erase(
  app: EraseRunApp,
  row: ErasureRow,
  eraseModel: EraseModel,
  isStopped: () => boolean,
): Promise<void> {
  const { user_id: userId } = row;
  const found = await findPerson(app.storage.db, userId);
  if (found === null) throw new Error('A person who is being erased is gone.');
  const erasing: Erasing = {
    app,
    row,
    userId,
    person: { handle: found.handle, displayName: found.display_name, email: found.email },
    assets: openStore(app.config),
    exports: openExportStore(app.config),
    eraseModel,
    isStopped,
  };
  await eraseExports(erasing);
  await eraseUploads(erasing);
  await eraseDeliveries(erasing);
  await eraseDecisions(erasing);
  for (let after = ''; ;) {
    const rooms = await listRoomsToErase(app.storage.db, userId, after, roomsAPage);
    for (const conversationId of rooms) await eraseRoom(erasing, conversationId);
    const last = rooms.at(-1);
    if (last === undefined) break;
    after = last;
  }
  await eraseAgents(erasing);
  await eraseOwn(erasing);
  await eraseProfile(erasing);
}

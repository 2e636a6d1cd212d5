import type { App } from '../chat/conversations/app.ts';
import { answerSnapshot, removeCopies } from '../organisation/backups/frozen-copy.ts';
import { noteHeldRead } from '../organisation/holds/note-held-read.ts';
import { makeRecoveryLink } from '../organisation/recovery/make-recovery-link.ts';
import { explainClosure, readClosure } from '../platform/storage/closed-database.ts';
import { openMachineSocket, type MachineHandlers } from '../platform/storage/machine-socket.ts';

/**
 * Answers commands on this machine, where the server holds the embedded database so that they cannot open it. With
 * PostgreSQL they need no help. `baseUrl` returns the address of the server, or null before it listens.
 */
export async function answerCommands(app: App, baseUrl: () => string | null): Promise<{ close(): Promise<void> }> {
  await demandOpen(app);
  const { dataDir } = app.storage;
  if (dataDir === undefined) return { close: async () => undefined };
  await removeCopies(dataDir);
  return openMachineSocket(dataDir, handlersOf(app, baseUrl));
}

/** Looks again, now that the server is registered: a move may have closed the database in between. */
async function demandOpen({ storage, engine }: App): Promise<void> {
  const closure = await readClosure(storage.db);
  if (closure === null) return;
  await engine.abandon();
  throw new Error(explainClosure(closure));
}

/** What commands may ask for, one line each. */
function handlersOf(app: App, baseUrl: () => string | null): MachineHandlers {
  return {
    snapshot: () => answerSnapshot(app),
    noteHeldRead: async ({ targetId }) => ({ answer: { isHeld: await noteHeldRead(app, String(targetId)) } }),
    recover: async ({ handle }) => ({
      answer: { path: await makeRecoveryLink(app, String(handle)), baseUrl: baseUrl() },
    }),
  };
}

import type { App } from '../chat/conversations/app.ts';
import { answerSnapshot, removeCopies } from '../organisation/backups/frozen-copy.ts';
import { openMachineSocket, type MachineHandlers } from '../platform/storage/machine-socket.ts';

/**
 * Answers commands on this machine, where the server holds the embedded database so that they cannot open it. With
 * PostgreSQL they need no help.
 */
export async function answerCommands(app: App): Promise<{ close(): Promise<void> }> {
  const { dataDir } = app.storage;
  if (dataDir === undefined) return { close: async () => undefined };
  await removeCopies(dataDir);
  return openMachineSocket(dataDir, handlersOf(app));
}

/** What commands may ask for, one line each. */
function handlersOf(app: App): MachineHandlers {
  return {
    snapshot: () => answerSnapshot(app),
  };
}

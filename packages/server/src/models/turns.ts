import type { AgentId } from '@parley/protocol';
import { moveTask } from '../actions/tasks/move-task.ts';
import type { App } from '../chat/conversations/app.ts';
import { reportFailure } from '../chat/messages/reply/report-failure.ts';
import { Refused } from '../platform/routing/refusal.ts';
import { deleteTurn, findTurns, noteTurn } from './turn-queries.ts';

const remembered = 10_000;

/**
 * Remembers which deliveries a model has taken, in the form that the SDK asks for. Those that are not finished are in
 * the database too, so that the server that runs the model after a crash can end them.
 */
export class Turns {
  readonly #taken = new Set<string>();
  readonly #open = new Set<string>();

  constructor(
    private readonly app: Pick<App, 'storage' | 'clock'>,
    private readonly agentId: AgentId,
  ) {}

  async accept(deliveryId: string): Promise<boolean> {
    if (this.#taken.has(deliveryId)) return false;
    const { storage, clock } = this.app;
    await noteTurn(storage.db, deliveryId, this.agentId, new Date(clock.now()));
    this.#taken.add(deliveryId);
    this.#open.add(deliveryId);
    for (const oldest of this.#taken) {
      if (this.#taken.size <= remembered) break;
      this.#taken.delete(oldest);
    }
    return true;
  }

  async finish(deliveryId: string, outcome: 'handled' | 'failed'): Promise<void> {
    // A failed turn stays for `endTurns`: a stopping server may not have taken the report of the failure.
    if (outcome === 'failed') this.#taken.delete(deliveryId);
    else await deleteTurn(this.app.storage.db, deliveryId);
    this.#open.delete(deliveryId);
  }

  /** How many deliveries are taken and not finished. */
  get open(): number {
    return this.#open.size;
  }
}

/** Ends the turns that an earlier run left: their drafts close, their tasks fail, and the people learn that there is no answer. */
export async function endTurns(app: Pick<App, 'storage' | 'clock' | 'commit'>, agentId: AgentId): Promise<void> {
  for (const deliveryId of await findTurns(app.storage.db, agentId)) {
    // Refused if the delivery has lost its room, or the person stopped it.
    await unlessRefused(reportFailure(app, { agentId, deliveryId, reason }));
    // Refused too if the delivery is about no task, or the task is over.
    await unlessRefused(moveTask(app, null, { agentId, deliveryId, status: 'failed', blocks: [], note: reason }));
    await deleteTurn(app.storage.db, deliveryId);
  }
}

const reason = 'The server stopped while the model answered.';

async function unlessRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

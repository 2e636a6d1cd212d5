import type { AgentId } from '@parley/protocol';
import { findSigningCredentials } from '../accounts/agents/credential-queries.ts';
import { createAlarm } from '../platform/time/alarm.ts';
import { claimModels, findHeld, hasModels, releaseModels } from './model-queries.ts';
import { ModelSlot } from './model-slot.ts';
import type { ModelsApp } from './models-app.ts';

/** The models that this server runs. */
export interface RunningModels {
  /** Stops all of them, and lets other servers run them. Answers in progress have `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

const sweepMs = 5000;
/** Without a model there is nothing to take over, so the sweep only makes up for a lost signal. */
const sweepWithoutModelsMs = 60_000;
const longestGraceMs = 10_000;

/**
 * Runs the models of this database that no other living server runs, at most `PARLEY_MODELS_MAX` of them. A model is
 * held by the node id of its server, so that another server takes it over when the lease of that one ends. A signal
 * wakes the sweep; while there are models it also runs every 5 seconds, because a signal can be lost and another server
 * can die.
 */
export function startModels(
  { app, offers, fetch }: Pick<ModelsApp, 'app' | 'offers' | 'fetch'>,
  localUrl: string,
): RunningModels {
  if (!app.config.models) return { stop: () => fetch.close() };
  const { storage, clock, engine, config, hub, log } = app;
  const slots = new Map<AgentId, ModelSlot>();
  const ending = new Set<Promise<void>>();
  let nodeId = engine.nodeId;

  const end = (agentId: AgentId, slot: ModelSlot, graceMs: number) => {
    slots.delete(agentId);
    const ended = slot.stop(graceMs).finally(() => ending.delete(ended));
    ending.add(ended);
  };

  const sweep = async (): Promise<number> => {
    // A server that lost its lease has lost its models with it.
    if (engine.nodeId !== nodeId) for (const [agentId, slot] of slots) end(agentId, slot, 0);
    nodeId = engine.nodeId;
    const free = config.modelsMax - slots.size;
    if (free > 0) await claimModels(storage.db, nodeId, Math.min(free, claimMax));
    const rows = await findHeld(storage.db, nodeId);
    const held = new Set(rows.map((row) => row.agent_id));
    for (const [agentId, slot] of slots) if (!held.has(agentId)) end(agentId, slot, 0);
    const signers = await findSigningCredentials(storage.db, [...held]);
    const signerOf = new Map(signers.map((row) => [row.agent_id, row.credential_id]));
    for (const row of rows) {
      const { agent_id: agentId } = row;
      const slot = slots.get(agentId) ?? new ModelSlot(parts, agentId, nodeId);
      slots.set(agentId, slot);
      slot.sync(row, signerOf.get(agentId) ?? null);
    }
    const due = [...slots.values()].flatMap((slot) => slot.retryAt ?? []);
    const isIdle = slots.size === 0 && !(await hasModels(storage.db));
    return Math.min(clock.now() + (isIdle ? sweepWithoutModelsMs : sweepMs), ...due);
  };
  const alarm = createAlarm({ clock, log }, 'models', sweep, 'beat');
  const parts = { app, offers, fetch, localUrl, wake: () => alarm.wake() };
  const endListening = hub.onServer(({ type }) => {
    if (type === 'agentChanged' || type === 'resync') alarm.wake();
  });
  alarm.wake();
  return {
    async stop(graceMs) {
      endListening();
      await alarm.stop();
      for (const [agentId, slot] of slots) end(agentId, slot, Math.min(graceMs, longestGraceMs));
      await Promise.all(ending);
      await fetch.close();
      await releaseModels(storage.db, nodeId, new Date(clock.now())).catch((error: unknown) =>
        log.error({ err: error }, 'could not release models; other servers take them over when the lease ends'),
      );
    },
  };
}

const claimMax = 50;

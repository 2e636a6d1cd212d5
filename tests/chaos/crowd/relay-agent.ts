import { setTimeout as pause } from 'node:timers/promises';
import type { Agent } from '../../../packages/server/src/testing/contract/agent.ts';
import type { Json } from '../../../packages/server/src/testing/contract/http.ts';
import type { Actor, Stage } from './crowd.ts';
import { asAgent } from './signed.ts';

const silenceMs = 25_000;

/** Keeps a stream open at whichever server takes it, acknowledges what comes, and now and then fails or forgets to. */
export function startRelayAgent(stage: Stage, agent: Agent, onEnvelope: (envelope: Json) => void): Actor {
  const stopping = new AbortController();
  const follow = async () => {
    while (!stopping.signal.aborted) {
      await readStream(stage, agent, stopping.signal, onEnvelope).catch(() => undefined);
      await pause(200);
    }
  };
  const following = follow();
  return {
    async stop() {
      stopping.abort();
      await following;
    },
  };
}

async function readStream(
  stage: Stage,
  agent: Agent,
  stopping: AbortSignal,
  onEnvelope: (envelope: Json) => void,
): Promise<void> {
  const silent = new AbortController();
  // A heartbeat comes every 15 s; a stream that stays silent longer is dead, as behind a server that is frozen.
  const restart = () => setTimeout(() => silent.abort(), silenceMs);
  let watch = restart();
  const server = stage.random.pick(stage.fleet.servers);
  const signal = AbortSignal.any([stopping, silent.signal]);
  try {
    const response = await fetch(`${server.baseUrl}/hooks/v1/stream`, { ...asAgent(agent)(), signal });
    if (response.status !== 200 || !response.body) return;
    const decoder = new TextDecoder();
    let pending = '';
    for await (const chunk of response.body) {
      clearTimeout(watch);
      watch = restart();
      const blocks = (pending + decoder.decode(chunk, { stream: true })).split('\n\n');
      pending = blocks.pop() ?? '';
      for (const block of blocks) take(stage, agent, block, onEnvelope);
    }
  } finally {
    clearTimeout(watch);
  }
}

function take(stage: Stage, agent: Agent, block: string, onEnvelope: (envelope: Json) => void): void {
  if (!/^event: ?delivery$/m.test(block)) return;
  const data: Json = JSON.parse(/^data: ?(.*)$/m.exec(block)?.[1] ?? '');
  const envelope: Json = JSON.parse(Buffer.from(data.body_base64, 'base64').toString());
  stage.history.arrived(envelope);
  onEnvelope(envelope);
  if (stage.isMoody && stage.random.chance(0.02)) return;
  const failed = stage.isMoody && stage.random.chance(0.03);
  const body = { version: '1', status: failed ? 'failed' : 'accepted' };
  // Given up when it is too late for anybody to wait for it.
  const deadline = Date.now() + 12_000;
  void stage.ask(`/hooks/v1/deliveries/${data.delivery_id}/ack`, asAgent(agent, body), () => Date.now() > deadline);
}

import { Agent, request } from 'undici';
import { writeAuthorization, type AgentId, type CredentialId } from '@parley/protocol';
import { sign } from '@parley/protocol/signing';
import type { DeliveryJob } from './delivery-job.ts';

/** An agent that a peer delivers to. */
export interface PeerAgent {
  readonly agentId: AgentId;
  readonly credentialId: CredentialId;
  readonly secretBase64url: string;
  readonly webhookUrl: string;
}

export interface DeliverAgents {
  /** Posts one delivery; rejects where the answer is not 2xx, so that the library tries again. */
  post(job: DeliveryJob): Promise<AttemptMade>;
  close(): Promise<void>;
}

export interface AttemptMade {
  readonly deliveryId: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number;
}

const connectionsPerOrigin = 64;

/** Signs and posts as the product does: the same signature, the same headers, as many kept-alive connections. */
export function deliverTo(agents: readonly PeerAgent[]): DeliverAgents {
  const dispatcher = new Agent({ connections: connectionsPerOrigin, pipelining: 1 });
  const known = new Map(
    agents.map((agent) => [
      agent.agentId as string,
      { ...agent, secret: Buffer.from(agent.secretBase64url, 'base64url') },
    ]),
  );
  return {
    async post({ deliveryId, agentId, body }) {
      const agent = known.get(agentId);
      if (!agent) throw new Error(`No agent ${agentId}.`);
      const startedAt = new Date();
      const bytes = Buffer.from(body);
      const answer = await request(agent.webhookUrl, {
        method: 'POST',
        dispatcher,
        headers: {
          'content-type': 'application/json',
          'x-delivery-id': deliveryId,
          'x-platform-signature': sign(agent.secret, startedAt.getTime() / 1000, bytes),
          authorization: writeAuthorization(agent.agentId, agent.credentialId),
        },
        body: bytes,
      });
      await answer.body.dump();
      if (answer.statusCode >= 300) throw new Error(`The webhook answered ${answer.statusCode}.`);
      const durationMs = Date.now() - startedAt.getTime();
      return { deliveryId, startedAt, durationMs, statusCode: answer.statusCode };
    },
    close: () => dispatcher.close(),
  };
}

import type { Agent } from '../../../packages/server/src/testing/contract/agent.ts';
import type { Json } from '../../../packages/server/src/testing/contract/http.ts';
import type { Person } from '../../../packages/server/src/testing/contract/person.ts';
import type { Stage } from './crowd.ts';
import { asPerson } from './person.ts';
import { asAgent } from './signed.ts';

/** What agents do about some of what they are told: they reply, and ask for a coin, which a person may grant. */
export class Errands {
  private readonly underWay = new Set<Promise<void>>();
  private readonly begun = new Set<string>();
  private closed = false;

  constructor(
    private readonly stage: Stage,
    private readonly personOf: (room: string) => Person,
  ) {}

  /** A delivery is acted upon once, however often it comes. */
  about(agent: Agent, envelope: Json): void {
    const { delivery_id: deliveryId, event } = envelope;
    if (this.closed || event !== 'message.created' || this.begun.has(deliveryId)) return;
    this.begun.add(deliveryId);
    const { random } = this.stage;
    const run = random.chance(0.1)
      ? this.reply(agent, envelope)
      : random.chance(0.04)
        ? this.charge(agent, envelope)
        : null;
    if (run === null) return;
    const running = run.finally(() => this.underWay.delete(running));
    this.underWay.add(running);
  }

  /** Begins nothing more; resolves when all that was begun is done. */
  async stop(): Promise<void> {
    this.closed = true;
    await Promise.all(this.underWay);
  }

  private async reply(agent: Agent, envelope: Json): Promise<void> {
    const { ask, history } = this.stage;
    const { delivery_id: deliveryId, conversation_id: room } = envelope;
    const body = { version: '1', in_reply_to_delivery_id: deliveryId, blocks: [{ type: 'text', text: 'noted' }] };
    const answer = await ask('/hooks/v1/reply', asAgent(agent, body, `reply ${deliveryId}`));
    if (answer?.status !== 202)
      return void history.surprises.push(`a reply was answered ${answer?.status} ${answer?.text}`);
    const messageId: string = answer.body.message_id;
    history.accepted.push({
      room,
      messageId,
      text: null,
      seq: null,
      deliveryId: null,
      at: Date.now(),
      server: answer.server,
    });
  }

  private async charge(agent: Agent, envelope: Json): Promise<void> {
    const { ask, history, random } = this.stage;
    const { delivery_id: deliveryId, conversation_id: room } = envelope;
    const what = { requested_scope: 'coin.charge', tool: 'coin.charge', arguments: { amount: 1, reason: 'tea' } };
    const body = { version: '1', in_reply_to_delivery_id: deliveryId, ...what };
    const answer = await ask('/hooks/v1/tools/invoke', asAgent(agent, body, `charge ${deliveryId}`));
    if (answer?.status !== 200)
      return void history.surprises.push(`a charge was answered ${answer?.status} ${answer?.text}`);
    const { invocation_id: invocationId, approval_id: approvalId } = answer.body;
    const person = this.personOf(room);
    history.invocations.set(invocationId, { approvalId, person: person.userId });
    // The rest is left to expire.
    if (random.chance(0.5)) await this.resolve(person, approvalId, random.pick(['approved', 'approved', 'denied']));
  }

  private async resolve(person: Person, approvalId: string, decision: string): Promise<void> {
    const { ask, history } = this.stage;
    const answer = await ask(`/v1/approvals/${approvalId}/resolve`, asPerson(person, 'POST', { decision }));
    const isLate = answer?.status === 409 && answer.body.error.code === 'approval_expired';
    if (answer?.status !== 200 && !isLate)
      history.surprises.push(`resolving answered ${answer?.status} ${answer?.text}`);
  }
}

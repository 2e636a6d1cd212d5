import type { ConversationId, DeliveryId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { registerAgent, type Agent } from '../../../testing/contract/agent.ts';
import type { Json } from '../../../testing/contract/http.ts';
import { signUp, type Person } from '../../../testing/contract/person.ts';
import { deliver, messagesOf, openConversation } from '../../../testing/contract/conversation.ts';
import { finishDraft } from './end-drafts.ts';
import type { Signal } from '../../../platform/signals/signal.ts';
import { openCommit } from '../../../engine/deliveries/delivery-work.ts';
import { withTranscript } from '../../transcript/transcript-work.ts';

let server: TestServer;
let ada: Person;
let agent: Agent;

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
});

afterAll(() => server.stop());

const text = { type: 'text', text: 'so far' };
const intent = { type: 'intent', text: 'Looking further' };

async function begin(blocks: Json[]) {
  const conversation = await openConversation(ada, agent);
  const deliveryId = await deliver(ada, conversation, 'ask');
  const { body } = await agent.reply(deliveryId, blocks, { partial: true });
  return { conversation, deliveryId: deliveryId as DeliveryId, messageId: body.message_id as string };
}

/**
 * Ends the draft of a delivery as a stop or a failure report would. Returns its message and the types of all signals.
 */
function finish({ conversation, deliveryId }: { conversation: string; deliveryId: DeliveryId }) {
  const { app } = server;
  const told: Signal['type'][] = [];
  // Other commits of the server publish too, so the signals of this one are kept apart.
  const hub = { publish: (signals: readonly Signal[]) => void told.push(...signals.map(({ type }) => type)) };
  return withTranscript(
    openCommit({ ...app, hub }),
    app,
  )(async (work) => {
    await work.transcript.lock([conversation as ConversationId]);
    const { message, signals } = await finishDraft(work, deliveryId, app.clock.now());
    work.signal(signals);
    return message;
  }).then((message) => ({ message, told }));
}

describe('§10 a draft whose answer will not go on', () => {
  it('becomes final under its id without what it intended', async () => {
    const begun = await begin([text, intent]);
    const { message, told } = await finish(begun);
    expect(message).toMatchObject({
      message_id: begun.messageId,
      blocks: [text],
      reply_to_delivery_id: begun.deliveryId,
    });
    expect(told).toEqual(['messageAppended']);
    expect((await messagesOf(ada, begun.conversation)).at(-1)).toMatchObject({
      messageId: begun.messageId,
      seq: 2,
      partial: false,
      blocks: [text],
    });
  });

  it('is dropped where it was nothing but intent', async () => {
    const begun = await begin([intent]);
    const { message, told } = await finish(begun);
    expect(message).toBeNull();
    expect(told).toEqual(['conversationUpdated']);
    expect(await messagesOf(ada, begun.conversation)).toHaveLength(1);
  });

  it('is nothing where there was none, or the one there was is too old', async () => {
    const begun = await begin([text]);
    await server.clock.advance(11 * 60_000);
    expect(await finish(begun)).toEqual({ message: null, told: [] });
    expect(await finish(begun)).toEqual({ message: null, told: [] });
  });
});

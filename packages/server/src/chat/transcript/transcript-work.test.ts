import type { ConversationId, UserId } from '@parley/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Signal } from '../../platform/signals/signal.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { messagesOf, openConversation } from '../../testing/contract/conversation.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import type { CommitTranscripts, TranscriptWork } from '../conversations/transcript-work.ts';
import { openCommit } from '../../engine/deliveries/delivery-work.ts';
import { findMessage } from './queries.ts';
import { withTranscript } from './transcript-work.ts';

let server: TestServer;
let ada: Person;
let agent: Agent;
let conversationId: ConversationId;
let commit: CommitTranscripts;
let told: Signal['type'][];

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
  // Other commits of the server publish too, so the signals of these are kept apart.
  const hub = { publish: (signals: readonly Signal[]) => void told.push(...signals.map(({ type }) => type)) };
  commit = withTranscript(openCommit({ ...server.app, hub }), server.app);
});
beforeEach(async () => {
  conversationId = (await openConversation(ada, agent)) as ConversationId;
  told = [];
});
afterAll(() => server.stop());

const bodies = async () => (await messagesOf(ada, conversationId)).map(({ seq, body }) => [seq, body]);
const say = ({ transcript }: TranscriptWork, body: string) =>
  transcript.append({ conversation_id: conversationId, author_type: 'platform', body });
const isWritten = async ({ tx }: TranscriptWork, row: ReturnType<typeof say>) =>
  (await findMessage(tx, conversationId, row.message_id)) !== null;

describe('the transcript of a unit of work', () => {
  it('writes messages at the commit, and signals them together where the last was appended', async () => {
    const early = await commit(async (work) => {
      await work.transcript.lock([conversationId]);
      const first = say(work, 'one');
      work.tell([ada.userId as UserId], 'conversationUpdated', { conversationId });
      say(work, 'two');
      work.signal([{ to: 'servers', type: 'invocationsReady' }]);
      return isWritten(work, first);
    });
    expect(early).toBe(false);
    expect(await bodies()).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    expect(told).toEqual(['conversationUpdated', 'messageAppended', 'messageAppended', 'invocationsReady']);
  });

  it('writes on request what the same transaction reads, and the rest at the commit', async () => {
    const early = await commit(async (work) => {
      await work.transcript.lock([conversationId]);
      const first = say(work, 'one');
      await work.transcript.write();
      await work.transcript.lock([conversationId]);
      say(work, 'two');
      return isWritten(work, first);
    });
    expect(early).toBe(true);
    expect(await bodies()).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    expect(told).toEqual(['messageAppended', 'messageAppended']);
  });

  it('leaves no message, no signal and no cached end when it is rolled back', async () => {
    const { conversationCache } = server.app;
    await commit(async (work) => {
      await work.transcript.lock([conversationId]);
      say(work, 'kept');
    });
    const before = conversationCache.of(conversationId);
    told = [];
    const rolledBack = commit(async (work) => {
      await work.transcript.lock([conversationId]);
      say(work, 'dropped');
      await work.transcript.write();
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await bodies()).toEqual([[1, 'kept']]);
    expect(told).toEqual([]);
    expect(conversationCache.of(conversationId)).toEqual(before);
  });
});

import type { AgentClient, Context } from '@parley/agent-sdk';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answerOf } from './answers.ts';
import { Desk } from './desk.ts';
import type { DeskFile } from './desk-file.ts';

type Heard = Context<'message.created'>;

const owner = 'usr_owner';
const guest = 'usr_guest';

function open(person: string | null = owner, write: DeskFile['write'] = async () => undefined) {
  const asked: string[] = [];
  const client = {
    sendProactive: async () => ({ message_id: 'msg_1' }),
    reply: async () => ({ message_id: 'msg_1' }),
    requestDecision: async (deliveryId: string) => (asked.push(deliveryId), { invocation_id: 'inv_1' }),
  } as unknown as AgentClient;
  const file = { write } as unknown as DeskFile;
  const state = { deliveries: {}, questions: [], unread: [], person };
  return { asked, desk: new Desk({ client, file, state, room: () => 'cnv_1', person }) };
}

const says = (by: string, text: string) =>
  ({
    conversationId: 'cnv_1',
    deliveryId: `dlv_of_${by}`,
    user: { id: by },
    blocks: [],
    messages: [{ id: 'msg_2', author: 'user', author_id: by, text, created_at: '2026-01-01T00:00:00Z' }],
  }) as unknown as Heard;

const decided = (by: string) =>
  ({
    user: { id: by },
    envelope: { tool_result: { invocation_id: 'inv_1', outcome: 'succeeded', content: { arguments: { a: 1 } } } },
  }) as unknown as Context<'tool.result'>;

it('takes the answer of its person alone, and hands on what others write as theirs', async () => {
  const { desk } = open();
  const { id } = await desk.ask('May I?', [], false);
  await desk.heard(says(guest, 'Yes!'));
  expect(desk.find(id)?.outcome).toBeNull();
  expect(desk.read()).toMatchObject([{ text: 'Yes!', from: guest, is_person: false }]);
  await desk.heard(says(owner, 'No.'));
  expect(desk.find(id)?.outcome).toMatchObject({ status: 'answered', answer: 'No.', decided_by: owner });
});

it('puts an approval to its person, whoever wrote last, and says who decided', async () => {
  const { desk, asked } = open();
  await desk.heard(says(owner, 'Go on.'));
  await desk.heard(says(guest, 'Hello.'));
  const { id } = await desk.requestApproval('delete', { action: 'Delete it' });
  expect(asked).toEqual([`dlv_of_${owner}`]);
  await desk.decided(decided(owner));
  expect(desk.find(id)?.outcome).toEqual({ status: 'approved', arguments: { a: 1 }, decided_by: owner });
});

it('never opens an approval for a stranger, and counts no decision of theirs', async () => {
  const { desk, asked } = open();
  const { id } = await desk.requestApproval('delete', { action: 'Delete it' });
  await desk.heard(says(guest, 'Show it to me'));
  expect(asked).toEqual([]);
  await desk.heard(says(owner, 'Show it to me'));
  await desk.decided(decided(guest));
  expect(desk.find(id)?.outcome).toMatchObject({ status: 'failed', code: 'decided_by_another' });
});

it('asks nothing where it is not known who decides', async () => {
  const { desk } = open(null);
  await expect(desk.ask('May I?', [], false)).rejects.toMatchObject({ code: 'person_required' });
  await expect(desk.requestApproval('delete', { action: 'Do' })).rejects.toMatchObject({ code: 'person_required' });
});

it('hands each question out once', async () => {
  const { desk } = open();
  const { id } = await desk.ask('May I?', [], false);
  await desk.waitingFor(id, async () => {
    await desk.heard(says(owner, 'Yes.'));
    expect(desk.untold()).toBeNull();
    answerOf(desk, desk.find(id)!);
  });
  expect(desk.untold()).toBeNull();
  expect(answerOf(desk, desk.find(id)!).structuredContent).toMatchObject({
    handed_out_before: true,
    decided_by: owner,
  });
});

it('shows control and bidirectional characters as codes in the error that its file gives', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  const { desk } = open(owner, () => Promise.reject(new Error('No room in /home/\u202Ea\u001B[31m')));
  await desk.ask('May I?', [], false);
  await vi.waitFor(() => expect(stderr).toHaveBeenCalled());
  expect(stderr.mock.calls[0]).toEqual([
    'What was asked could not be kept: Error: No room in /home/\\u202Ea\\u001B[31m\n',
  ]);
});

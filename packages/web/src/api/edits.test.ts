import { expect, it } from 'vitest';
import { agents, me, mine } from '../testing/samples.ts';
import { isEditable } from './edits.ts';

const atMs = (hours: number) => Date.parse(mine(1).createdAt) + hours * 3_600_000;

it('offers to edit one’s own text for 24 hours and 100 edits', () => {
  expect(isEditable(mine(1), me.userId, atMs(24))).toBe(true);
  expect(isEditable(mine(1), me.userId, atMs(24) + 1)).toBe(false);
  expect(isEditable(mine(1, { revision: 99 }), me.userId, atMs(1))).toBe(true);
  expect(isEditable(mine(1, { revision: 100 }), me.userId, atMs(1))).toBe(false);
});

it('offers to edit neither others’ messages nor tasks, attachments, choices, drafts and deleted ones', () => {
  const choice = { messageId: 'msg_0', block: 0, label: 'Yes' } as const;
  const file = { type: 'file', asset_id: 'ast_1', filename: 'a.txt', size_bytes: 1, mime: 'text/plain' } as const;
  const others = [
    agents(1),
    mine(1, { body: null, blocks: [file] }),
    mine(1, { choice }),
    mine(1, { partial: true, seq: null }),
    mine(1, { deleted: true, body: null }),
  ];
  for (const message of others) expect(isEditable(message, me.userId, atMs(1))).toBe(false);
});

import { cleanup, screen } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import type { OutgoingMessage } from '../../api/outgoing.ts';
import { listed, me, roomId } from '../../testing/samples.ts';
import { showSignedIn } from '../../testing/show-signed-in.tsx';
import { RoomList } from './room-list.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function outgoing(place: number, change: Partial<OutgoingMessage> = {}): OutgoingMessage {
  const kept = { key: `key_${place}`, conversationId: roomId, text: `Line ${place}`, createdAt: me.createdAt, place };
  return { ...kept, state: 'queued', failure: null, ...change } as OutgoingMessage;
}

function previewWith(messages: readonly OutgoingMessage[]): string {
  showSignedIn(<RoomList newRoom={null} />, { rooms: [listed({ title: 'Garden' })], outgoing: messages });
  return screen.getByRole('link').textContent;
}

it('says in the row of a new room what is not sent', () => {
  const messages = [outgoing(1, { state: 'waiting' }), outgoing(2), outgoing(3)];
  expect(previewWith(messages)).toContain('Not sent: Line 3');
});

it('names a file that is not sent', () => {
  const attachment = { assetId: 'ast_1', filename: 'ficus.png', mime: 'image/png', sizeBytes: 9 } as const;
  expect(previewWith([outgoing(1, { text: '', attachment, state: 'failed' })])).toContain('Not sent: ficus.png');
});

it('goes on saying what failed while a later message is sent', () => {
  expect(previewWith([outgoing(1, { state: 'failed' }), outgoing(2, { state: 'sending' })])).toContain(
    'Not sent: Line 1',
  );
});

it('shows a message that is being sent as the last one', () => {
  const shown = previewWith([outgoing(1, { state: 'sending' })]);
  expect(shown).toContain('Line 1');
  expect(shown).not.toContain('Not sent:');
});

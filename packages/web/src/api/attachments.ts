import type { ConversationId } from '@parley/protocol';
import { useSyncExternalStore } from 'react';
import type { OutgoingAttachment } from './outgoing.ts';
import { newKey } from './new-key.ts';

/** A file that is chosen but not sent yet. */
export interface Attachment {
  readonly id: string;
  readonly file: File;
  readonly state: 'waiting' | 'uploading' | 'ready' | 'failed';
  /** The progress of its upload, from 0 to 1. */
  readonly progress: number;
  /** Why it failed or can never be sent. */
  readonly reason: string | null;
  readonly canRetry: boolean;
  /** The uploaded asset; null until the upload is done. */
  readonly uploaded: OutgoingAttachment | null;
}

const none: readonly Attachment[] = [];
const held = new Map<ConversationId, readonly Attachment[]>();
const cancels = new Map<string, () => void>();
const readers = new Set<() => void>();

/** Returns the attachments of a room. They stay while the user visits other pages. */
export function useAttachments(id: ConversationId): readonly Attachment[] {
  return useSyncExternalStore(subscribe, () => attachmentsOf(id));
}

/** Returns the current attachments of a room. */
export function attachmentsOf(id: ConversationId): readonly Attachment[] {
  return held.get(id) ?? none;
}

/** Adds a file to a room's attachments; the upload starts separately. */
export function addAttachment(id: ConversationId, file: File): Attachment {
  const attachment: Attachment = {
    id: newKey(),
    file,
    state: 'waiting',
    progress: 0,
    reason: null,
    canRetry: false,
    uploaded: null,
  };
  put(id, [...attachmentsOf(id), attachment]);
  return attachment;
}

/** Updates an attachment. */
export function changeAttachment(id: ConversationId, attachmentId: string, step: Partial<Attachment>): void {
  put(
    id,
    attachmentsOf(id).map((each) => (each.id === attachmentId ? { ...each, ...step } : each)),
  );
}

/** Registers a function to call when the attachment is removed. */
export function onDetach(attachmentId: string, cancel: () => void): void {
  cancels.set(attachmentId, cancel);
}

/** Removes an attachment and cancels its upload. */
export function detach(id: ConversationId, attachmentId: string): void {
  put(
    id,
    attachmentsOf(id).filter((each) => each.id !== attachmentId),
  );
  cancels.get(attachmentId)?.();
  cancels.delete(attachmentId);
}

function put(id: ConversationId, attachments: readonly Attachment[]): void {
  held.set(id, attachments);
  for (const reader of readers) reader();
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

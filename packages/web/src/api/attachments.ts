import type { ConversationId } from '@parley/protocol';
import { useSyncExternalStore } from 'react';
import type { OutgoingAttachment } from './outgoing.ts';
import { newKey } from './tabs.ts';

/** A file that was chosen and is not sent yet. */
export interface Attachment {
  readonly id: string;
  readonly file: File;
  readonly state: 'waiting' | 'uploading' | 'ready' | 'failed';
  /** How far its upload is, from 0 to 1. */
  readonly progress: number;
  /** Why it failed, or can never be sent. */
  readonly reason: string | null;
  readonly canRetry: boolean;
  /** What it is at the server, once it is there. */
  readonly uploaded: OutgoingAttachment | null;
}

const none: readonly Attachment[] = [];
const held = new Map<ConversationId, readonly Attachment[]>();
const cancels = new Map<string, () => void>();
const readers = new Set<() => void>();

/** What is attached in a room. It stays while the reader is elsewhere in the app. */
export function useAttachments(id: ConversationId): readonly Attachment[] {
  return useSyncExternalStore(subscribe, () => attachmentsOf(id));
}

/** What is attached in a room now. */
export function attachmentsOf(id: ConversationId): readonly Attachment[] {
  return held.get(id) ?? none;
}

/** Puts a file among those that are attached, to be uploaded. */
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

/** Changes what is known of a file. */
export function changeAttachment(id: ConversationId, attachmentId: string, step: Partial<Attachment>): void {
  put(
    id,
    attachmentsOf(id).map((each) => (each.id === attachmentId ? { ...each, ...step } : each)),
  );
}

/** Has something done if a file is taken away. */
export function onDetach(attachmentId: string, cancel: () => void): void {
  cancels.set(attachmentId, cancel);
}

/** Takes a file away, also while it is uploaded. */
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

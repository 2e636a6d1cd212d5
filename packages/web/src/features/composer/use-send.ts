import type { ConversationId } from '@parley/protocol';
import { useEffect, useState } from 'react';
import type { Attachment } from '../../api/attachments.ts';
import { composerWords as words } from '../../words/composer.ts';
import { useKeep } from './use-keep.ts';

export interface Sending {
  readonly send: () => void;
  /** Whether it will be sent when the uploads are done. */
  readonly waits: boolean;
  /** Why it was not sent. */
  readonly refusal: string | null;
}

/** Sends the text and the attachments once all uploads are done. */
export function useSend(conversationId: ConversationId, attachments: readonly Attachment[]): Sending {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [waits, setWaits] = useState(false);
  const keep = useKeep(conversationId, setRefusal);
  const hasFailed = attachments.some(({ state }) => state === 'failed');
  const isReady = attachments.every(({ state }) => state === 'ready');

  function send(): void {
    if (isReady) return void keep();
    setRefusal(hasFailed ? words.notUploaded : null);
    setWaits(!hasFailed);
  }

  useEffect(() => {
    if (!waits || !(hasFailed || isReady)) return;
    setWaits(false);
    // If every file was removed, the user has not asked to send the text alone.
    if (attachments.length > 0) send();
  });

  return { send, waits, refusal };
}

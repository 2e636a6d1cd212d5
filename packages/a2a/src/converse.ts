import { Role, type SendMessageRequest, type StreamResponse } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import { intent, type AnyContext } from '@parley/agent-sdk';
import { Answer, isAtWork } from './answer.ts';
import { blocksOf } from './incoming.ts';
import { partsOf } from './outgoing.ts';
import type { Session } from './sessions.ts';
import { Drafts } from './show-drafts.ts';

export interface ConverseParts {
  readonly client: Client;
  readonly session: Session | null;
  readonly fetch: typeof fetch;
  readonly maxFileBytes: number;
}

/**
 * Sends a person's message, shows the answer as it arrives, and returns the whole answer. Stop cancels the remote task; the function then
 * returns null.
 */
export async function converse(ctx: AnyContext, parts: ConverseParts): Promise<Answer | null> {
  const { client, session, maxFileBytes } = parts;
  const request = await requestOf(ctx, parts);
  const answer = new Answer(maxFileBytes, session?.taskId ?? null);
  const drafts = new Drafts(ctx, async () => [
    ...(await blocksOf(answer.parts(), { client: null, maxFileBytes })),
    ...(answer.doing === '' ? [] : [intent(answer.doing)]),
  ]);
  const cancel = () => void cancelTask(client, answer.taskId ?? session?.taskId ?? null);
  ctx.signal.addEventListener('abort', cancel);
  try {
    await follow(client, request, answer, () => drafts.changed(), ctx.signal);
  } catch (error) {
    if (ctx.signal.aborted) return null;
    throw error;
  } finally {
    ctx.signal.removeEventListener('abort', cancel);
    await drafts.end();
  }
  return ctx.signal.aborted ? null : answer;
}

/** Cancels a remote task. Ignores errors: the task may have ended already or may not support cancelling. */
export async function cancelTask(client: Client, id: string | null): Promise<void> {
  if (id !== null) await client.cancelTask({ tenant: '', id, metadata: undefined }).catch(() => undefined);
}

async function requestOf(
  ctx: AnyContext,
  { session, fetch, maxFileBytes }: ConverseParts,
): Promise<SendMessageRequest> {
  return {
    tenant: '',
    message: {
      // A repeated delivery is the same message.
      messageId: ctx.deliveryId,
      contextId: session?.contextId ?? '',
      taskId: session?.taskId ?? '',
      role: Role.ROLE_USER,
      parts: await partsOf(ctx, { fetch, maxFileBytes }),
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: {
      acceptedOutputModes: ['text/plain', 'application/json', 'image/*', '*/*'],
      taskPushNotificationConfig: undefined,
      returnImmediately: false,
    },
    metadata: undefined,
  };
}

/** Reads the stream to its end. If it breaks while a task is running, reconnects up to 3 times. */
async function follow(
  client: Client,
  request: SendMessageRequest,
  answer: Answer,
  changed: () => void,
  signal: AbortSignal,
): Promise<void> {
  let open = () => client.sendMessageStream(request, { signal });
  for (let broken = 0; ; broken += 1) {
    try {
      for await (const event of open()) {
        answer.take(event);
        changed();
      }
      return;
    } catch (error) {
      if (signal.aborted || broken >= mostBreaks || answer.taskId === null) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 250 * 4 ** broken));
    open = () => goOn(client, answer.taskId ?? '', signal);
  }
}

const mostBreaks = 3;

/** Yields the current state of a task and then its further events. A task that ended or waits for the person has no stream to resume. */
async function* goOn(client: Client, id: string, signal: AbortSignal): AsyncGenerator<StreamResponse, void, undefined> {
  const value = await client.getTask({ tenant: '', id }, { signal });
  yield { payload: { $case: 'task', value } };
  if (isAtWork(value.status?.state)) yield* client.resubscribeTask({ tenant: '', id }, { signal });
}

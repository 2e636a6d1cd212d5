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
 * Sends what a person wrote, shows what comes as it comes, and gives all of it at the end. A Stop cancels the remote task; the answer is
 * then null.
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

/** Cancels a remote task. One that is over already, or that cannot be cancelled, is left as it is. */
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
      // A delivery that comes twice is one message.
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

/** Takes the stream to its end; one that breaks while a task is at work is taken up again, a few times. */
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

/** How a task stands now, and what comes of it yet. One that is over, or waits, has no stream to go on with. */
async function* goOn(client: Client, id: string, signal: AbortSignal): AsyncGenerator<StreamResponse, void, undefined> {
  const value = await client.getTask({ tenant: '', id }, { signal });
  yield { payload: { $case: 'task', value } };
  if (isAtWork(value.status?.state)) yield* client.resubscribeTask({ tenant: '', id }, { signal });
}

/** An agent that speaks AG-UI answers: its text appears as it is written, its tools stand as steps, and Stop ends the run. */
import { HttpAgent } from '@ag-ui/client';
import { toolResult, toolUse, type Agent, type StreamPiece } from '@parley/agent-sdk';

export function withAgUi(agent: Agent, url: string): Agent {
  /** AG-UI has the client keep the conversation, so there is one of these for each. */
  const remotes = new Map<string, HttpAgent>();
  return agent.on('message.created', async (ctx) => {
    const remote = remotes.get(ctx.conversationId) ?? new HttpAgent({ url, threadId: ctx.conversationId });
    remotes.set(ctx.conversationId, remote);
    remote.addMessage({ id: ctx.deliveryId, role: 'user', content: ctx.text });
    ctx.signal.addEventListener('abort', () => remote.abortRun());
    await ctx.stream(piecesOf(remote));
  });
}

function piecesOf(remote: HttpAgent): ReadableStream<StreamPiece> {
  const start = (out: ReadableStreamDefaultController<StreamPiece>) => {
    const run = remote.runAgent(
      {},
      {
        onTextMessageContentEvent: ({ event }) => out.enqueue(event.delta),
        onToolCallEndEvent: ({ event, toolCallName, toolCallArgs }) =>
          out.enqueue(toolUse(event.toolCallId, toolCallName, toolCallArgs)),
        onToolCallResultEvent: ({ event }) => out.enqueue(toolResult(event.toolCallId, wordsOf(event.content))),
        onRunErrorEvent: ({ event }) => out.error(new Error(event.message)),
      },
    );
    // To end a stream that has failed already changes nothing.
    run.then(() => out.close()).catch((error: unknown) => out.error(error));
  };
  return new ReadableStream({ start });
}

const wordsOf = (content: unknown) =>
  (typeof content === 'string' ? content : JSON.stringify(content)).slice(0, 10_000);

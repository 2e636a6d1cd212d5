import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AGENT_CARD_PATH, TaskState, type AgentCard, type Part, type Task } from '@a2a-js/sdk';
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  type AgentExecutor,
  type ExecutionEventBus,
  type RequestContext,
} from '@a2a-js/sdk/server';
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express, { type RequestHandler } from 'express';

/** The message that a test's remote agent received, and the ways to answer it. */
export interface RemoteTurn {
  readonly text: string;
  readonly parts: readonly Part[];
  readonly contextId: string;
  /** Whether the message continues an existing task. */
  readonly goesOn: boolean;
  works(words: string): void;
  writes(artifactId: string, words: string, append?: boolean): void;
  gives(artifactId: string, parts: readonly Part[]): void;
  ends(state: TaskState, words?: string): void;
  /** Resolves when the client has cancelled the task. */
  readonly cancelled: Promise<void>;
}

export const textPart = (value: string): Part => part({ $case: 'text', value });
export const dataPart = (value: unknown): Part => part({ $case: 'data', value });
export const filePart = (filename: string, mediaType: string, bytes: Buffer): Part => ({
  ...part({ $case: 'raw', value: bytes }),
  filename,
  mediaType,
});

const part = (content: Part['content']): Part => ({ content, metadata: undefined, filename: '', mediaType: '' });

/** The protocol features of a remote agent. */
export interface Speech {
  readonly streaming: boolean;
  readonly binding: 'JSONRPC' | 'HTTP+JSON';
  readonly protocolVersion: '1.0' | '0.3';
}

/** A running A2A agent. */
export interface RemoteAgent {
  readonly url: string;
  /** The method and path of each request, except requests for the card. */
  readonly requests: readonly string[];
  /** Cuts every connection, like a proxy that restarts. */
  cut(): void;
  stop(): Promise<void>;
}

/** Starts an A2A agent on the official server, at its own address. It supports only what its card declares. */
export async function startRemoteAgent(
  act: (turn: RemoteTurn) => Promise<void> | void,
  { streaming = true, binding = 'JSONRPC', protocolVersion = '1.0' }: Partial<Speech> = {},
): Promise<RemoteAgent> {
  const app = express();
  const http = createServer(app);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const card = cardOf(url, { streaming, binding, protocolVersion });
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Executor(act));
  const legacyCompat = { enabled: protocolVersion === '0.3' };
  const options = { requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat };
  const requests: string[] = [];
  app.use((request, response, next) => {
    const version = request.header('A2A-Version') ?? '0.3';
    const isForCard = request.path === `/${AGENT_CARD_PATH}`;
    if (!isForCard) requests.push(`${request.method} ${request.path}`);
    if (isForCard || version === protocolVersion) next();
    else response.status(400).json({ error: `This agent speaks ${protocolVersion}, not ${version}.` });
  });
  app.use(
    `/${AGENT_CARD_PATH}`,
    oldestHeard(legacyCompat.enabled),
    agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }),
  );
  app.use('/a2a', binding === 'JSONRPC' ? jsonRpcHandler(options) : restHandler(options));
  return {
    url,
    requests,
    cut: () => http.closeAllConnections(),
    stop: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

/** An agent of 0.3 returns its card in the 0.3 form, even if the request names a newer version. */
function oldestHeard(isOld: boolean): RequestHandler {
  return (request, _, next) => {
    if (isOld) delete request.headers['a2a-version'];
    next();
  };
}

class Executor implements AgentExecutor {
  readonly #cancels = new Map<string, () => void>();

  constructor(readonly act: (turn: RemoteTurn) => Promise<void> | void) {}

  execute = async (request: RequestContext, bus: ExecutionEventBus): Promise<void> => {
    const { taskId, contextId, userMessage, task } = request;
    const ids = { taskId, contextId, metadata: undefined };
    const status = (state: TaskState, words?: string) => ({
      state,
      timestamp: new Date().toISOString(),
      message: words === undefined ? undefined : messageOf(taskId, contextId, words),
    });
    const gives = (artifactId: string, parts: readonly Part[], append = false) => {
      const artifact = {
        artifactId,
        name: '',
        description: '',
        parts: [...parts],
        metadata: undefined,
        extensions: [],
      };
      bus.publish(AgentEvent.artifactUpdate({ ...ids, artifact, append, lastChunk: false }));
    };
    if (task === undefined) {
      const submitted = status(TaskState.TASK_STATE_SUBMITTED);
      const begun: Task = {
        id: taskId,
        contextId,
        status: submitted,
        artifacts: [],
        history: [userMessage],
        metadata: undefined,
      };
      bus.publish(AgentEvent.task(begun));
    } else bus.publish(AgentEvent.task(task));
    await this.act({
      text: userMessage.parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join(''),
      parts: userMessage.parts,
      contextId,
      goesOn: task !== undefined,
      works: (words) =>
        bus.publish(AgentEvent.statusUpdate({ ...ids, status: status(TaskState.TASK_STATE_WORKING, words) })),
      writes: (artifactId, words, append = false) => gives(artifactId, [textPart(words)], append),
      gives,
      ends: (state, words) => {
        bus.publish(AgentEvent.statusUpdate({ ...ids, status: status(state, words) }));
        bus.finished();
      },
      cancelled: new Promise((resolve) => this.#cancels.set(taskId, resolve)),
    });
  };

  cancelTask = (taskId: string, bus: ExecutionEventBus): Promise<void> => {
    this.#cancels.get(taskId)?.();
    const status = { state: TaskState.TASK_STATE_CANCELED, timestamp: new Date().toISOString(), message: undefined };
    bus.publish(AgentEvent.statusUpdate({ taskId, contextId: '', metadata: undefined, status }));
    bus.finished();
    return Promise.resolve();
  };
}

function messageOf(taskId: string, contextId: string, words: string) {
  const rest = { metadata: undefined, extensions: [], referenceTaskIds: [] };
  return { messageId: crypto.randomUUID(), contextId, taskId, role: 2, parts: [textPart(words)], ...rest };
}

function cardOf(url: string, { streaming, binding, protocolVersion }: Speech): AgentCard {
  return {
    name: 'Remote',
    description: 'Answers over A2A.',
    version: '1.0.0',
    provider: undefined,
    supportedInterfaces: [{ url: `${url}/a2a`, protocolBinding: binding, tenant: '', protocolVersion }],
    capabilities: { streaming, pushNotifications: false, extensions: [], extendedAgentCard: false },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
    signatures: [],
    iconUrl: '',
  };
}

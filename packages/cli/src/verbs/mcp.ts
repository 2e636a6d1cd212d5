import { Agent, logToStderr } from '@parley/agent-sdk';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createClient } from '../api/client.ts';
import { openForAgent, type Context, type VerbOptions } from '../context.ts';
import { agentOf } from '../doctor/credentials.ts';
import { usage } from '../failure.ts';
import { Desk } from '../mcp/desk.ts';
import { DeskFile } from '../mcp/desk-file.ts';
import { personOf } from '../mcp/person.ts';
import { refuse } from '../mcp/refuse.ts';
import { createMcpServer } from '../mcp/serve.ts';
import { untilStopped } from '../until-stopped.ts';
import { findConversation } from './send.ts';

export interface McpOptions extends VerbOptions {
  /** Where the agent speaks. */
  readonly conversation?: string;
  /** How long a call waits for a person, in seconds. */
  readonly wait: string;
}

/** Serves MCP on stdin and stdout, as the agent of PARLEY_AGENT_*, until stdin ends. */
export async function mcp(options: McpOptions): Promise<void> {
  const waitSeconds = Number(options.wait);
  if (!(waitSeconds >= 0 && waitSeconds <= 3600)) {
    throw usage('wait_invalid', `"${options.wait}" is no time to wait.`, 'Give --wait as seconds from 0 to 3600.');
  }
  const context = await openForAgent(options);
  const { environment, server } = context;
  const credentials = readAgent(context);
  const person = await personOf(context.client, credentials.agentId, environment.person);
  const room = await roomOf(context, credentials.agentId, options.conversation, person);
  const file = await DeskFile.take(environment.home, credentials.agentId);
  const agent = new Agent({ ...credentials, baseUrl: server.baseUrl, retry: { retries: 2 }, log: logToStderr });
  const desk = new Desk({ client: agent.client, file, state: await file.read(), room, person });
  agent.on(['message.created', 'member.joined'], (ctx) => desk.heard(ctx));
  agent.on('tool.result', (ctx) => desk.decided(ctx));
  const relay = agent.startRelay();
  relay.catch((error: unknown) => logToStderr('error', 'The platform refuses this agent.', { error }));
  const reached = () => Promise.race([relay.then(() => undefined), unreached(server.baseUrl)]);
  const handle = serveStdio(() => createMcpServer({ desk, waitSeconds, reached }), {
    onerror: (error) => logToStderr('warn', 'A message of the client was not understood.', { error }),
  });
  await stopped();
  await handle.close();
  await agent.stop(1000);
  await file.release();
}

/** Resolves when the client closes stdin, or the process is asked to end. */
function stopped(): Promise<void> {
  const stopping = untilStopped();
  return new Promise((resolve) => {
    stopping.addEventListener('abort', () => resolve());
    for (const event of ['end', 'close'] as const) process.stdin.once(event, () => resolve());
  });
}

function readAgent({ environment }: Context) {
  const agent = agentOf(environment);
  if (agent !== null) return agent;
  throw usage(
    'credentials_required',
    'As which agent?',
    'Set PARLEY_AGENT_ID, PARLEY_CREDENTIAL_ID and PARLEY_AGENT_SECRET: parley agent push prints them, and the app shows them when an agent is registered.',
  );
}

/**
 * Which conversation is spoken in: the one that is named, else that of the person, where the token is theirs, else the only one
 * from which they have written to the agent. Never one that the model names.
 */
async function roomOf(
  { environment, server }: Context,
  agentId: string,
  flag: string | undefined,
  person: string | null,
): Promise<(known: readonly string[]) => string> {
  const named = flag ?? environment.conversationId;
  if (named !== undefined && !/^cnv_\w+$/.test(named)) {
    throw usage(
      'conversation_invalid',
      `"${named}" is no conversation.`,
      'Its id is in the address of its page: cnv_….',
    );
  }
  const client = createClient(server);
  const isOwn =
    named === undefined && server.token !== undefined && (await client.call('getSession')).item.userId === person;
  const own = named ?? (isOwn ? await findConversation(client, agentId) : null);
  return (known) => {
    if (own !== null) return own;
    const [only, second] = known;
    if (only !== undefined && second === undefined) return only;
    throw refuse(
      only === undefined ? 'conversation_unknown' : 'conversation_ambiguous',
      only === undefined ? 'No conversation with a person is known yet.' : `There are several: ${known.join(', ')}.`,
      only === undefined
        ? 'Have the person open a conversation with the agent in Parley and write anything, or set PARLEY_CONVERSATION_ID.'
        : 'Set PARLEY_CONVERSATION_ID, or --conversation, to the one that is meant.',
    );
  };
}

async function unreached(baseUrl: string): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, 15_000).unref());
  throw refuse('server_unreachable', `${baseUrl} does not answer.`, 'Look whether the server runs; then call again.');
}

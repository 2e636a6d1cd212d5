import { createClient, type Client } from './api/client.ts';
import { notNamed, serverOf, type Server } from './api/server.ts';
import { readEnvironment, type Environment } from './config.ts';
import { exitCodes, Failure } from './failure.ts';
import { output, type Output } from './output.ts';

/** The options that every verb has. */
export interface VerbOptions {
  readonly json?: boolean;
  readonly baseUrl?: string;
}

/** What a verb works with. */
export interface Context {
  readonly environment: Environment;
  readonly out: Output;
  readonly server: Server;
  readonly client: Client;
}

/** Makes what a verb works with from its options and the environment. */
export async function openContext(options: VerbOptions): Promise<Context> {
  const environment = readEnvironment();
  const server = await serverOf(environment, options.baseUrl);
  return { environment, out: output(options.json === true), server, client: createClient(server) };
}

/** The same for a verb that signs as the agent of PARLEY_AGENT_*, whose signature would be good on another server too. */
export async function openForAgent(options: VerbOptions): Promise<Context> {
  const context = await openContext(options);
  const { environment, server } = context;
  if (server.isOfFolder && environment.agent.secret !== undefined)
    throw notNamed('PARLEY_AGENT_SECRET is set', server.baseUrl);
  return context;
}

/** The same for a verb that acts for a person: without a token it ends at once, before anything is asked of the server. */
export async function openSignedIn(options: VerbOptions): Promise<Context> {
  const context = await openContext(options);
  if (context.server.token === undefined) {
    throw new Failure({
      code: 'token_required',
      message: `No token for ${context.server.baseUrl} is known.`,
      hint: 'Make one in the app (You, Tokens), then run parley login --token with it, or set PARLEY_TOKEN.',
      exitCode: exitCodes.unauthenticated,
    });
  }
  return context;
}

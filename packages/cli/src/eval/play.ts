import { connect } from 'node:net';
import type { Command } from '../dev/command-of.ts';
import { runProgram } from '../dev/run-program.ts';
import { loadTestingPackage } from '../dev/testing-package.ts';
import { withoutSecrets } from '../dev/without-secrets.ts';
import { exitCodes, Failure } from '../failure.ts';

/** What is used of `@parley/testing`. */
interface TestingPackage {
  createWorld(options: object): Promise<World>;
  readTranscript(json: unknown): object;
  replayTranscript(world: World, agent: Agent, transcript: object, options: object): Promise<readonly PlayedTurn[]>;
}

interface World {
  agent(handlers: null, options: object): Promise<Agent>;
  until(probe: () => unknown, what: string, options: object): Promise<unknown>;
  close(): Promise<void>;
}

interface Agent {
  readonly agentId: string;
  readonly env: Readonly<Record<string, string>>;
  readonly owner: {
    call(name: 'getConnection', input: object): Promise<{ readonly item: { readonly state: string } }>;
  };
}

/** One turn of a transcript as it went now. */
export interface PlayedTurn {
  readonly person: string;
  readonly did: string;
  readonly recorded: readonly unknown[];
  readonly now: readonly unknown[];
  readonly difference: string | null;
}

export interface Played {
  readonly file: string;
  readonly transcript: unknown;
}

export interface PlayOptions {
  readonly folder: string;
  readonly manifest: object;
  readonly command: Command;
  /** Where the program takes deliveries, if it is on webhooks. */
  readonly forward: URL | null;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly by: string;
  readonly withinMs: number;
}

/** How long the program may take until deliveries reach it, in milliseconds. */
const startMs = 60_000;

const notInstalled = {
  message: 'A transcript is played on the server that @parley/testing brings, and that is not installed.',
  hint: 'npm install --save-dev @parley/testing',
};

/** Reads a transcript. Throws a Failure that names what is wrong with it. */
export async function readTranscript(folder: string, { file, transcript }: Played): Promise<object> {
  const kit = await loadTestingPackage<TestingPackage>(folder, '@parley/testing', notInstalled);
  try {
    return kit.readTranscript(transcript);
  } catch (error) {
    const message = `${file}: ${error instanceof Error ? error.message : String(error)}`;
    throw new Failure({ code: 'transcript_invalid', message, exitCode: exitCodes.usage });
  }
}

/** Runs the agent's program against a server of its own, in memory, and plays a transcript with it. */
export async function play(transcript: object, options: PlayOptions): Promise<readonly PlayedTurn[]> {
  const { folder, manifest, command, forward, variables, by, withinMs } = options;
  const kit = await loadTestingPackage<TestingPackage>(folder, '@parley/testing', notInstalled);
  const world = await kit.createWorld({});
  try {
    const webhook = forward === null ? {} : { transport: 'webhook', webhook_url: forward.href };
    const agent = await world.agent(null, { manifest: { ...manifest, access: 'public', ...webhook } });
    let ended: number | null | undefined;
    const program = runProgram(
      command,
      { ...withoutSecrets(variables), ...agent.env },
      (code) => (ended = code),
      'stderr',
    );
    try {
      await world.until(
        () => ended !== undefined || (forward ? listensAt(forward) : isConnected(agent)),
        `${command.join(' ')} to take deliveries`,
        { withinMs: startMs },
      );
      if (ended !== undefined) throw programEnded(command, ended);
      return await kit.replayTranscript(world, agent, transcript, { by, withinMs });
    } finally {
      await program.stop();
    }
  } finally {
    await world.close();
  }
}

async function isConnected({ owner, agentId }: Agent): Promise<boolean> {
  return (await owner.call('getConnection', { params: { agentId } })).item.state === 'connected';
}

function listensAt({ hostname, port, protocol }: URL): Promise<boolean> {
  const socket = connect({ host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) });
  return new Promise((resolve) => {
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

function programEnded(command: Command, code: number | null): Failure {
  return new Failure({
    code: 'program_ended',
    message: `${command.join(' ')} ended (${code ?? 'it could not be started, or was killed'}) before it took a delivery.`,
    exitCode: exitCodes.fault,
  });
}

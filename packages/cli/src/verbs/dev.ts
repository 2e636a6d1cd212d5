import { relative, resolve } from 'node:path';
import { createClient, type Client } from '../api/client.ts';
import { deliveryLine, followDeliveries } from '../api/follow-deliveries.ts';
import { pushManifest, readManifest } from '../api/push-manifest.ts';
import { openContext, openSignedIn, type Context, type VerbOptions } from '../context.ts';
import { credentialFor } from '../dev/agent-credential.ts';
import { commandOf } from '../dev/command-of.ts';
import { isWithoutAgent } from '../dev/is-without-agent.ts';
import { importedFiles } from '../dev/imported-files.ts';
import { withoutSecrets } from '../dev/without-secrets.ts';
import { runProgram } from '../dev/run-program.ts';
import { watchProgram } from '../dev/watch-program.ts';
import { Failure, usage } from '../failure.ts';
import type { Output } from '../output.ts';
import { exitWhenStopped, pause, untilStopped } from '../until-stopped.ts';
import { roomWith } from './send.ts';

export interface DevOptions extends VerbOptions {
  readonly file: string;
  readonly forward?: string;
  readonly watch: boolean;
  readonly local?: boolean;
  readonly port?: string;
}

/**
 * Runs the agent of a folder against a server, the one that is named or one of its own: registers it as `parley.json` says, runs it
 * again with each change, and shows its deliveries, until Ctrl+C. In a folder without an agent it opens the editor for blocks.
 */
export async function dev(words: readonly string[], options: DevOptions): Promise<void> {
  const { server } = await openContext(options);
  if (await isWithoutAgent(words, options)) {
    if (!server.isNamed || options.local === true) return openPlayground(options);
    throw usage(
      'agent_missing',
      `There is no agent in this folder: no ${options.file}.`,
      'Begin one with npm create parley-agent my-agent, or add --local to try blocks on a server of your own.',
    );
  }
  const manifest = await readManifest(options.file);
  const command = await commandOf(words, 'dev');
  const signal = untilStopped();
  const isStarted = exitWhenStopped(signal);
  const { context, client, link, stop } = await openServer(options);
  const { out, environment } = context;
  try {
    const { item: agent, credential: issued } = await pushManifest(client, manifest);
    const { agentId, handle } = agent;
    const credential = await credentialFor(client, environment.home, agent, issued);
    const room = await roomWith(client, agentId);
    out.note(`${handle} (${agentId}) at ${client.baseUrl}. Write to it: ${link ?? `${client.baseUrl}/c/${room}`}`);
    isStarted();
    const imports = importedFiles(environment.variables['NODE_OPTIONS']);
    const program = runProgram(
      command,
      {
        ...withoutSecrets(environment.variables),
        PARLEY_BASE_URL: client.baseUrl,
        PARLEY_AGENT_ID: agentId,
        PARLEY_CREDENTIAL_ID: credential.credentialId,
        PARLEY_AGENT_SECRET: credential.secret,
        PARLEY_AGENT_HANDLE: handle,
        ...(options.watch ? imports.variables : {}),
      },
      (code) =>
        out.note(
          `${command.join(' ')} ended (${code ?? 'it could not be started, or was killed'}); a change starts it again.`,
        ),
    );
    const changed = async (paths: readonly string[]) => {
      out.note(`Changed: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' and more' : ''}.`);
      if (paths.includes(relative('.', options.file))) await pushAgain(client, options.file, handle, out);
      await program.restart();
    };
    const watched = {
      folder: resolve('.'),
      files: [relative('.', options.file)],
      imports,
      isRunning: program.isRunning,
    };
    const unwatch = options.watch ? await watchProgram(watched, (paths) => void changed(paths)) : () => undefined;
    try {
      await Promise.all([
        showDeliveries(client, agentId, out, signal),
        forwardTo(options, client, agentId, out, signal),
      ]);
    } finally {
      unwatch();
      await program.stop();
      imports.end();
    }
  } finally {
    await stop();
  }
}

/** A server of its own for a folder that has no agent yet, with a room beside the editor for blocks, until Ctrl+C. */
async function openPlayground(options: DevOptions): Promise<void> {
  const signal = untilStopped();
  const isStarted = exitWhenStopped(signal);
  const { context, client, link, stop } = await openServer(options);
  const { out, environment } = context;
  try {
    const { startSketchpad } = await import('../sketchpad/start-sketchpad.ts');
    const sketchpad = await startSketchpad(client, environment.home);
    const { room } = sketchpad;
    isStarted();
    try {
      const plain = `${client.baseUrl}/agents/playground?room=${room}`;
      out.note('There is no agent in this folder. Begin one: npm create parley-agent my-agent');
      out.note(`Try blocks: ${link === null ? plain : `${link}?playground=${room}`}`);
      if (link !== null) out.note(`Try a conversation: ${link}`);
      if (link !== null && !signal.aborted)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    } finally {
      await sketchpad.stop();
    }
  } finally {
    await stop();
  }
}

interface Opened {
  readonly context: Context;
  readonly client: Client;
  /** Opening it signs the browser in; null on a server that was already running. */
  readonly link: string | null;
  stop(): Promise<void>;
}

async function openServer(options: DevOptions): Promise<Opened> {
  const context = await openContext(options);
  const port = readPort(options.port);
  if (context.server.isNamed && options.local !== true) {
    if (port !== null)
      throw usage(
        'port_without_server',
        `--port is for a server that dev starts, and ${context.server.baseUrl} is named.`,
        'Leave out --port, or add --local to have a server of your own.',
      );
    return { context, client: (await openSignedIn(options)).client, link: null, stop: async () => undefined };
  }
  const { startDevServer } = await import('../dev/local-server.ts');
  const { baseUrl, token, link, stop } = await startDevServer(resolve('.'), context.environment.home, port);
  context.out.note(`Parley is ready at ${baseUrl}; what it keeps is in .parley.`);
  return { context, client: createClient({ baseUrl, token }), link, stop };
}

/** Null where none is named. */
function readPort(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw usage('port_invalid', `--port ${text} is no port.`, 'Give a number from 1 to 65535.');
}

/** A changed handle is not pushed: it would register another agent beside the one that the program runs as. */
async function pushAgain(client: Client, file: string, handle: string, out: Output): Promise<void> {
  try {
    const manifest = await readManifest(file);
    if (typeof manifest.handle === 'string' && manifest.handle !== handle) {
      const now = JSON.stringify(manifest.handle);
      return out.note(
        `${file} was not taken: its handle is now ${now}, which is another agent, and this one goes on as ${handle}. Start parley dev again to register it, or change the handle back.`,
      );
    }
    await pushManifest(client, manifest);
    out.note(`Brought ${file} to the server.`);
  } catch (error) {
    const { path, hint } = error instanceof Failure ? error.details : {};
    const words = [path, error instanceof Error ? error.message : String(error), hint];
    out.note(`${file} was not taken: ${words.filter((word) => word !== undefined && word !== '').join(' ')}`);
  }
}

/** A server that is away for a moment ends nothing. */
async function showDeliveries(client: Client, agentId: string, out: Output, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await followDeliveries(client, agentId, { past: 0, signal }, (entry) => out.line(entry, deliveryLine(entry)));
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'server_unreachable') throw error;
      out.note(error.message);
      await pause(2000, signal);
    }
  }
}

async function forwardTo({ forward }: DevOptions, client: Client, agentId: string, out: Output, signal: AbortSignal) {
  if (forward === undefined) return;
  const [{ listenToAgent }, { lineOf, readForward }] = await Promise.all([
    import('../listen/listen-to-agent.ts'),
    import('./listen.ts'),
  ]);
  const url = readForward(forward);
  await listenToAgent({
    client,
    agentId,
    url,
    signal,
    onReady: () => out.note(`Deliveries are forwarded to ${url}.`),
    onDelivery: (delivery, taken) => out.note(lineOf(delivery, taken)),
    onTrouble: (text) => out.note(text),
  });
}

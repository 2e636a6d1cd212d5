import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Log } from '@parley/agent-sdk';
import {
  findModel,
  ModelFailure,
  modelManifest,
  startModel,
  type ModelOptions,
  type RunningModel,
} from '@parley/model';
import { pushManifest } from '../api/push-manifest.ts';
import { secretIn } from '../config.ts';
import { openForAgent, openSignedIn, type Context, type VerbOptions } from '../context.ts';
import { credentialFor } from '../dev/agent-credential.ts';
import { agentOf } from '../doctor/credentials.ts';
import { exitCodes, Failure, usage } from '../failure.ts';
import type { Output } from '../output.ts';
import { untilStopped } from '../until-stopped.ts';
import { roomWith } from './send.ts';

export interface ModelVerbOptions extends VerbOptions {
  readonly url: string;
  readonly keyEnv?: string;
  readonly model?: string;
  readonly name?: string;
  readonly handle?: string;
  readonly instructions?: string;
  readonly tools?: string;
  readonly images?: boolean;
  readonly memory: string;
  readonly steps: string;
  readonly timeout: string;
  readonly price?: string;
}

/**
 * Runs a chat model as an agent, until Ctrl+C: as the agent of PARLEY_AGENT_* where these are set, else as one of the caller's, which it
 * registers or brings up to date.
 */
export async function model(options: ModelVerbOptions): Promise<void> {
  const context = await openForAgent(options);
  const { out, environment } = context;
  const agent = agentOf(environment);
  const given = await modelOptions(options, environment.variables);
  const log = logTo(out);
  // Before anything is registered.
  const chosen = await findModel({ ...given, log }).catch(explain);
  const signal = untilStopped();
  const who = agent ?? (await registered(options, { ...given, model: chosen.model }));
  const running = await startModel({ ...given, ...who, chosen, baseUrl: context.server.baseUrl, log }).catch(explain);
  await tellReady(context, running, who.agentId, agent === null);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
  await running.stop(2000);
  out.result(running.state(), '');
}

async function modelOptions(
  options: ModelVerbOptions,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<ModelOptions> {
  const key = options.keyEnv === undefined ? undefined : keyIn(options.keyEnv, variables);
  const instructions = options.instructions === undefined ? undefined : await textOrFile(options.instructions);
  return {
    url: options.url,
    images: options.images === true,
    tools: toolsIn(options.tools),
    memoryCharacters: Number(options.memory),
    steps: Number(options.steps),
    timeoutMs: Math.round(Number(options.timeout) * 1000),
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(key === undefined ? {} : { key }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(options.price === undefined ? {} : { prices: pricesIn(options.price) }),
  };
}

/** The key is in the environment, since arguments are seen by every program of the machine. */
function keyIn(name: string, variables: Readonly<Record<string, string | undefined>>): string {
  const file = variables[`${name}_FILE`];
  const key = file ? secretIn(file, `${name}_FILE`) : variables[name]?.trim();
  if (key) return key;
  throw usage(
    'key_missing',
    `The environment has no ${name}.`,
    'Give --key-env the name of the variable that holds the key, not the key.',
  );
}

async function textOrFile(text: string): Promise<string> {
  const isFile = text.length < 1000 && !text.includes('\n') && existsSync(text) && statSync(text).isFile();
  return isFile ? readFile(text, 'utf8') : text;
}

const toolsIn = (text = '') =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function pricesIn(text: string): { readonly input: number; readonly output: number } {
  const [input = Number.NaN, output = Number.NaN, ...others] = text.split(',').map(Number);
  if (input >= 0 && output >= 0 && others.length === 0) return { input, output };
  throw usage('price_invalid', `--price ${text} is no pair of prices.`, 'Such as --price 0.15,0.6.');
}

/** Registers the agent, and gives its credential. */
async function registered(
  options: ModelVerbOptions,
  { model: modelName, tools = [] }: ModelOptions & { readonly model: string },
) {
  const { client, environment } = await openSignedIn(options);
  const name = (options.name ?? modelName).slice(0, 80);
  const manifest = manifestOf({ handle: options.handle ?? handleOf(name), name, model: modelName, tools });
  const { item, credential: issued } = await pushManifest(client, manifest);
  const { credentialId, secret } = await credentialFor(client, environment.home, item, issued);
  return { agentId: item.agentId, credentialId, secret, handle: item.handle };
}

function manifestOf(options: Parameters<typeof modelManifest>[0]) {
  try {
    return modelManifest(options);
  } catch (error) {
    throw usage('scope_required', error instanceof Error ? error.message : String(error));
  }
}

function handleOf(name: string): string {
  const handle = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 32);
  if (handle.length >= 2) return handle;
  throw usage('handle_required', `No handle can be made of "${name}".`, 'Give --handle, such as --handle tiny.');
}

async function tellReady(context: Context, running: RunningModel, agentId: string, isOwn: boolean): Promise<void> {
  const { out, client } = context;
  const where = isOwn ? ` Write to it: ${client.baseUrl}/c/${await roomWith(client, agentId)}` : '';
  out.note(`${running.model} answers as ${agentId}.${where} Ctrl+C ends this.`);
}

/** Answers are the results of the verb; everything else is a word about it. */
function logTo(out: Output): Log {
  return (level, message, details = {}) => {
    const rest = Object.entries(details).map(([name, value]) => ` ${name}=${String(value)}`);
    const text = `${new Date().toISOString()}  ${level} ${message}${rest.join('')}`;
    if (message === 'The model answered.') out.line({ at: new Date().toISOString(), message, ...details }, text);
    else out.note(text);
  };
}

/** What is wrong with the words of the command, or with the service. */
function explain(error: unknown): never {
  if (error instanceof ModelFailure) {
    throw new Failure({ code: error.kind, message: error.message, exitCode: exitCodes.fault });
  }
  if (error instanceof TypeError || error instanceof RangeError) throw usage('option_invalid', error.message);
  throw error;
}

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AgentOptions } from '@parley/agent-sdk';

/** A program of this repository that runs in a process of its own. */
export interface RunningProgram {
  /** What it has written so far. */
  output(): string;
  /** Asks it to stop, and resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the server, from the bundle that the run of tests made of its sources. */
export function runServer(env: Record<string, string>): Promise<RunningProgram> {
  return runProgram([process.env['PARLEY_TEST_SERVER'] ?? ''], env, /Parley is ready/);
}

/** Starts Node and resolves once its output matches `until`; rejects with the output where it ends before. */
async function runProgram(args: string[], env: Record<string, string>, until: RegExp): Promise<RunningProgram> {
  const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (until.test(output)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`It ended before it was ready:\n${output}`)));
  });
  return { output: () => output, stop: () => stop(child) };
}

type Registered = Pick<AgentOptions, 'baseUrl' | 'agentId' | 'credentialId' | 'secret'>;

/** Runs an example of this folder as a developer would, and waits until it says that it listens. */
export function runExample(file: string, agent: Registered, env: Record<string, string> = {}): Promise<RunningProgram> {
  const variables = {
    PARLEY_BASE_URL: agent.baseUrl,
    PARLEY_AGENT_ID: agent.agentId,
    PARLEY_CREDENTIAL_ID: agent.credentialId,
    PARLEY_AGENT_SECRET: agent.secret,
    ...env,
  };
  const script = fileURLToPath(new URL(`../${file}`, import.meta.url));
  return runProgram(['--import', 'tsx', '--conditions', 'parley-source', script], variables, /Listening/);
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await exit) as [number | null];
  return code;
}

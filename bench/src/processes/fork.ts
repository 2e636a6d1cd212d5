import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer, Question } from './conversation.ts';
import { endProcess } from './end-process.ts';

/** A process of the bench's own, which answers questions. */
export interface Forked {
  readonly pid: number;
  ask<Result>(verb: string, about?: unknown): Promise<Result>;
  /** Ends it; resolves when it is gone. */
  stop(): Promise<void>;
}

interface Asked {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** Forks one of the bench's own programs, by its path from `bench/src`; it trusts the certificate in `authorityFile` too. */
export function forkProgram(program: string, authorityFile?: string | null): Forked {
  const file = fileURLToPath(new URL(`../${program}`, import.meta.url));
  const child: ChildProcess = fork(file, {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...(authorityFile ? { NODE_EXTRA_CA_CERTS: authorityFile } : {}) },
  });
  const asked = new Map<number, Asked>();
  let count = 0;

  child.on('message', (answer: Answer) => {
    const question = asked.get(answer.number);
    asked.delete(answer.number);
    if ('error' in answer) question?.reject(new Error(`${program}: ${answer.error}`));
    else question?.resolve(answer.result as never);
  });
  child.on('exit', (code) => {
    for (const { reject } of asked.values()) reject(new Error(`${program} ended with ${code} before it answered.`));
    asked.clear();
  });

  return {
    pid: child.pid ?? 0,
    ask: (verb, about = null) =>
      new Promise((resolve, reject) => {
        const number = ++count;
        asked.set(number, { resolve, reject });
        child.send({ number, verb, about } satisfies Question);
      }),
    stop: () => endProcess(child),
  };
}

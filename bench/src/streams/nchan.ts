import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, endWithBench } from '../processes/end-process.ts';
import { freePort } from '../processes/free-port.ts';

export interface Nchan {
  readonly port: number;
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

const module = '/usr/lib/nginx/modules/ngx_nchan_module.so';
const startWithinMs = 5000;

/** Starts an nginx of the run's own with the nchan module and one worker, as the product is one process; null where it is not installed. */
export async function startNchan(): Promise<Nchan | null> {
  if (!existsSync(module)) return null;
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-nginx-'));
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), settingsOf(folder, port));
  const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'ignore' });
  endWithBench(child);
  let missing = false;
  child.on('error', () => (missing = true));
  const stop = async () => {
    if (!missing) await endProcess(child);
    await rm(folder, { recursive: true, force: true });
  };
  const pid = child.pid ?? 0;
  for (const deadline = Date.now() + startWithinMs; Date.now() < deadline && !missing; await sleep(50)) {
    const workers = await childrenOf(pid);
    if (workers.length > 0 && (await answers(port))) return { port, pids: [pid, ...workers], stop };
  }
  await stop();
  return null;
}

function settingsOf(folder: string, port: number): string {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  return `
    load_module ${module};
    daemon off; worker_processes 1; worker_rlimit_nofile 30000;
    user root; pid ${folder}/nginx.pid; error_log ${folder}/error.log error;
    events { worker_connections 25000; }
    http {
      access_log off; keepalive_requests 1000000; ${scratch.join(' ')}
      server {
        listen 127.0.0.1:${port};
        location = /publish { nchan_publisher; nchan_channel_id room; nchan_message_buffer_length 10; }
        location = /listen { nchan_subscriber eventsource; nchan_channel_id room; nchan_subscriber_first_message newest; }
      }
    }`;
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.split(' ').filter(Boolean).map(Number);
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}

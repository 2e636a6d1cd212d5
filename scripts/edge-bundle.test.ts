import { runInNewContext } from 'node:vm';
import { FakePlatform, messageCreated } from '@parley/agent-sdk';
import { platformSignatureHeader } from '@parley/protocol';
import { sign } from '@parley/protocol/signing';
import { build } from 'esbuild';
import { expect, onTestFinished, test, vi } from 'vitest';

// An agent on webhooks as a runtime of workers has it: one file, the interfaces of the web, and nothing of Node.

const agentSource = `
  import { Agent, buttons, text } from '@parley/agent-sdk';
  const agent = Agent.fromEnv(environment);
  agent.hears(/^say (.+)$/, (ctx) => ctx.reply([text(ctx.match[1]), buttons(['More'])]));
  agent.hears('faulty', (ctx) => ctx.reply([{ type: 'txt' }]));
  export default agent.webhookHandler();
`;

/** What such a runtime offers. */
const globals = {
  ...{ AbortController, AbortSignal, Blob, crypto, DOMException, fetch, FormData, Headers, Request, Response, URL },
  ...{ ReadableStream, TextDecoder, TextEncoder, URLSearchParams, Event, EventTarget },
  ...{ atob, btoa, clearTimeout, queueMicrotask, setTimeout, structuredClone },
};

async function bundle(platform: 'browser' | 'neutral'): Promise<string> {
  const { outputFiles, warnings } = await build({
    stdin: { contents: agentSource, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    write: false,
    platform,
    format: 'iife',
    globalName: 'bundled',
    conditions: ['parley-source'],
    logLevel: 'silent',
    // A script has no `import.meta`; such runtimes take modules.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  expect(warnings).toEqual([]);
  return outputFiles[0]?.text ?? '';
}

test.each(['browser', 'neutral'] as const)(
  'the SDK bundles for the platform %s, verifies a delivery there and answers it',
  async (target) => {
    const code = await bundle(target);
    const platform = await new FakePlatform().start();
    onTestFinished(() => platform.stop());
    const { baseUrl, agentId, credentialId, secret } = platform.options;
    const environment = {
      PARLEY_BASE_URL: baseUrl,
      PARLEY_AGENT_ID: agentId,
      PARLEY_CREDENTIAL_ID: credentialId,
      PARLEY_AGENT_SECRET: secret,
    };
    const lines: string[] = [];
    const console = { error: (line: string) => lines.push(line) };
    const { default: handler } = runInNewContext(`${code}\nbundled;`, { ...globals, console, environment }) as {
      default(request: Request, options: { waitUntil(work: Promise<unknown>): void }): Promise<Response>;
    };
    const deliver = async (words: string, key = platform.secret) => {
      const body = new TextEncoder().encode(JSON.stringify(messageCreated(words)));
      const signature = sign(key, Date.now() / 1000, body);
      const headers = { authorization: platform.authorization, [platformSignatureHeader]: signature };
      const handled: Promise<unknown>[] = [];
      const request = new Request('https://agent.example/', { method: 'POST', headers, body });
      const { status } = await handler(request, { waitUntil: (work) => handled.push(work) });
      await Promise.all(handled);
      return status;
    };

    expect(await deliver('say hello', new Uint8Array(32))).toBe(401);
    expect(await deliver('say hello')).toBe(200);
    expect(platform.bodies('/hooks/v1/reply').map(({ blocks }) => blocks?.map(({ type }) => type))).toEqual([
      ['text', 'buttons'],
    ]);
    expect(await deliver('faulty')).toBe(200);
    await vi.waitFor(() => expect(lines.join('\n')).toContain('block_invalid'));
    expect(platform.calls.some(({ path }) => path.endsWith('/failure'))).toBe(true);
  },
);

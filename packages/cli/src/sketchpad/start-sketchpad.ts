import { Agent, logToStderr } from '@parley/agent-sdk';
import type { Client } from '../api/client.ts';
import { pushManifest, type Manifest, type Pushed } from '../api/push-manifest.ts';
import { credentialFor } from '../dev/agent-credential.ts';
import { Failure } from '../failure.ts';
import { roomWith } from '../verbs/send.ts';
import { answer, heard, type Heard } from './answer.ts';

const manifest: Manifest = {
  version: '1',
  handle: 'sketchpad',
  name: 'Sketchpad',
  description: 'Answers JSON of blocks with exactly these blocks, and says what is wrong with them.',
  transport: 'relay',
  access: 'private',
  suggested_prompts: ['[{"type": "text", "text": "**Hello**"}]'],
};

/** An agent that runs in this process. */
export interface Sketchpad {
  /** The conversation that the person has with it. */
  readonly room: string;
  stop(): Promise<void>;
}

/**
 * Registers the agent that draws blocks as an agent of the client's person, seats it in a conversation with them, and runs it.
 *
 * @param home Where its credential is kept.
 */
export async function startSketchpad(client: Client, home: string): Promise<Sketchpad> {
  const { item, credential: issued } = await register(client);
  const { agentId } = item;
  if (item.status === 'paused') await client.call('resumeAgent', { params: { agentId } });
  const { credentialId, secret } = await credentialFor(client, home, item, issued);
  const room = await roomWith(client, agentId);
  const agent = new Agent({
    agentId,
    credentialId,
    secret,
    baseUrl: client.baseUrl,
    log: (level, ...words) => (level === 'info' ? undefined : logToStderr(level, ...words)),
  });
  agent.on([...heard], (ctx) => answer(ctx, (pressed) => isPress(client, pressed)));
  await agent.startRelay();
  return { room, stop: () => agent.stop(1000) };
}

async function register(client: Client): Promise<Pushed> {
  try {
    return await pushManifest(client, manifest);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'handle_taken') throw error;
    const { item: me } = await client.call('getSession');
    return pushManifest(client, { ...manifest, handle: `${manifest.handle}-${me.handle}`.slice(0, 32) });
  }
}

/** An envelope holds what was pressed as text; the person's own view of the message says that it is a choice. */
async function isPress(client: Client, { conversationId, messages }: Heard): Promise<boolean> {
  const messageId = messages.at(-1)?.id;
  if (messageId === undefined) return false;
  try {
    const { item } = await client.call('getMessage', { params: { conversationId, messageId } });
    return item.choice !== null;
  } catch (error) {
    // Deleted meanwhile, or of a room that the person has left.
    if (error instanceof Failure) return false;
    throw error;
  }
}

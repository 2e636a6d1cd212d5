import type { Agent, IssuedCredential } from '@parley/protocol';
import { ownAgents, requireOwnAgent } from '../api/find-agent.ts';
import type { Client } from '../api/client.ts';
import { pushManifest, readManifest } from '../api/push-manifest.ts';
import { openSignedIn, type Context, type VerbOptions } from '../context.ts';
import { Failure } from '../failure.ts';
import { table } from '../output.ts';
import { checkSecretFile, writeSecretFile } from '../secret-file.ts';

export interface SecretOptions extends VerbOptions {
  /** Where the secret is written, in place of stdout. */
  readonly secretFile?: string;
}

export interface RotateOptions extends SecretOptions {
  /** Revokes none. */
  readonly keep?: boolean;
}

/** Registers the agent of a manifest, or brings the registered one up to date. */
export async function push(file: string, options: SecretOptions): Promise<void> {
  const { out, client } = await openSignedIn(options);
  const manifest = await readManifest(file);
  if (options.secretFile !== undefined) await checkSecretFile(options.secretFile);
  const { item, credential } = await pushManifest(client, manifest);
  if (credential === null) {
    out.note(`Brought ${item.handle} (${item.agentId}) up to date.`);
    if (options.secretFile !== undefined) {
      const rotate = `parley agent rotate ${item.handle} --secret-file ${options.secretFile}`;
      out.note(
        `Nothing was written into ${options.secretFile}: a secret is given only at the first push. ${rotate} issues a new one, and revokes the others.`,
      );
    }
    return out.result({ item, credential, registered: false }, '');
  }
  const where =
    options.secretFile === undefined
      ? 'Its secret is shown this once; keep it where no other can read it, such as .env.'
      : `Its secret is in ${options.secretFile}, for you alone.`;
  const shown = await show({ out, client }, item, credential, options);
  out.note(`Registered ${item.handle}. ${where}`);
  out.result({ item, credential: shown.credential, registered: true }, shown.text);
}

/** Lists the caller's own agents. */
export async function list(options: VerbOptions): Promise<void> {
  const { out, client } = await openSignedIn(options);
  const items: Agent[] = [];
  for await (const agent of ownAgents(client)) items.push(agent);
  if (items.length === 0) out.note('You have no agents. Register one with parley agent push.');
  const rows = items.map((agent) => [agent.handle, agent.agentId, agent.transport, agent.access, agent.status]);
  out.result({ items }, items.length === 0 ? '' : table([['HANDLE', 'ID', 'TRANSPORT', 'ACCESS', 'STATUS'], ...rows]));
}

/** Issues a new credential and, unless they are to be kept, revokes those that there were. */
export async function rotate(handle: string, options: RotateOptions): Promise<void> {
  const { out, client } = await openSignedIn(options);
  const agent = await requireOwnAgent(client, handle);
  const { agentId } = agent;
  if (options.secretFile !== undefined) await checkSecretFile(options.secretFile);
  const live = await liveCredentials(client, agentId);
  const { credential } = await issue(client, agentId, options.keep === true ? [] : live);
  // Before any is revoked, so that there is always one that is known.
  const shown = await show({ out, client }, agent, credential, options);
  const old = options.keep === true ? [] : await stillLive(client, agentId, live);
  for (const credentialId of old) await client.call('revokeCredential', { params: { agentId, credentialId } });
  const revoked = options.keep === true ? [] : live;
  out.note(
    options.keep === true
      ? `Issued a new credential for ${agent.handle}; the others go on.`
      : `Issued a new credential for ${agent.handle} and revoked ${revoked.length === 1 ? 'the other one' : `the other ${revoked.length}`}.`,
  );
  out.result({ credential: shown.credential, revoked }, shown.text);
}

/** Pauses an agent: it gets no new deliveries, and its streams close. */
export async function pause(handle: string, options: VerbOptions): Promise<void> {
  const { out, client } = await openSignedIn(options);
  const { agentId } = await requireOwnAgent(client, handle);
  const { item } = await client.call('pauseAgent', { params: { agentId } });
  out.note(`${item.handle} is paused; parley agent resume ${item.handle} lets it go on.`);
  out.result({ item }, '');
}

/** Lets a paused agent go on. */
export async function resume(handle: string, options: VerbOptions): Promise<void> {
  const { out, client } = await openSignedIn(options);
  const { agentId } = await requireOwnAgent(client, handle);
  const { item } = await client.call('resumeAgent', { params: { agentId } });
  out.note(`${item.handle} goes on.`);
  out.result({ item }, '');
}

/** Says whether deliveries reach an agent. */
export async function connection(handle: string, options: VerbOptions): Promise<void> {
  const { out, client } = await openSignedIn(options);
  const agent = await requireOwnAgent(client, handle);
  const { item } = await client.call('getConnection', { params: { agentId: agent.agentId } });
  const last = item.lastDelivery === null ? 'none' : `${item.lastDelivery.outcome} at ${item.lastDelivery.at}`;
  out.result(
    { item },
    table([
      ['state', `${item.state} since ${item.since}`],
      ['last delivery', last],
      ['streams', String(item.streams)],
    ]),
  );
}

/**
 * What is printed of a new credential: with a file to keep it in, no secret. A file that cannot be written after all loses nothing: the
 * secret is printed then.
 */
async function show(
  { out, client }: Pick<Context, 'out' | 'client'>,
  agent: Agent,
  credential: IssuedCredential,
  { secretFile }: SecretOptions,
): Promise<{
  readonly text: string;
  readonly credential: Partial<IssuedCredential> & { readonly secretFile?: string };
}> {
  const variables = environmentOf(client, agent, credential);
  const text = Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
  if (secretFile === undefined) return { text, credential };
  try {
    await writeSecretFile(secretFile, variables);
  } catch (error) {
    out.note(`${secretFile} could not be written, so the secret is printed: ${String(error)}`);
    return { text, credential };
  }
  const { secret: _, webhookSecret: __, ...rest } = credential;
  return { text: '', credential: { ...rest, secretFile } };
}

/** What an agent is started with. */
function environmentOf(client: Client, { agentId, handle }: Agent, { credentialId, secret }: IssuedCredential) {
  return {
    PARLEY_BASE_URL: client.baseUrl,
    PARLEY_AGENT_ID: agentId,
    PARLEY_CREDENTIAL_ID: credentialId,
    PARLEY_AGENT_SECRET: secret,
    PARLEY_AGENT_HANDLE: handle,
  };
}

async function liveCredentials(client: Client, agentId: string): Promise<string[]> {
  const { items } = await client.call('listCredentials', { params: { agentId }, query: { limit: 200 } });
  return items.filter(({ revokedAt }) => revokedAt === null).map(({ credentialId }) => credentialId);
}

/** Where an agent has as many credentials as it may, the oldest that is to go anyway goes first. */
async function issue(client: Client, agentId: string, expendable: readonly string[]) {
  try {
    return await client.call('issueCredential', { params: { agentId } });
  } catch (error) {
    const oldest = expendable.toSorted()[0];
    if (oldest === undefined || !(error instanceof Failure) || error.code !== 'too_many_credentials') throw error;
    await client.call('revokeCredential', { params: { agentId, credentialId: oldest } });
    return client.call('issueCredential', { params: { agentId } });
  }
}

async function stillLive(client: Client, agentId: string, before: readonly string[]): Promise<string[]> {
  const now = new Set(await liveCredentials(client, agentId));
  return before.filter((credentialId) => now.has(credentialId));
}

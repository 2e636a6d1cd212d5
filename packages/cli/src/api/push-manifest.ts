import type { Agent, IssuedCredential, RouteBodyInput, Routes } from '@parley/protocol';
import { Failure, usage } from '../failure.ts';
import { readJsonFile } from '../read-json-file.ts';
import type { Client } from './client.ts';
import { findOwnAgent } from './find-agent.ts';

export type Manifest = RouteBodyInput<Routes['registerAgent']>['manifest'];

/** An agent after its manifest was pushed; the credential is there where it was new. */
export interface Pushed {
  readonly item: Agent;
  readonly credential: IssuedCredential | null;
}

/** Reads a manifest file. It is the manifest itself; a `$schema` for editors is left out. */
export async function readManifest(file: string): Promise<Manifest> {
  const json = await readJsonFile(file);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw usage('manifest_invalid', `${file} holds no manifest.`, 'A manifest is a JSON object; see parley validate.');
  }
  const { $schema: _, ...manifest } = json as Record<string, unknown>;
  return manifest as unknown as Manifest;
}

/** Registers the agent that the manifest names, or replaces the manifest of the caller's own agent of that handle. */
export async function pushManifest(client: Client, manifest: Manifest): Promise<Pushed> {
  try {
    const known = typeof manifest.handle === 'string' ? await findOwnAgent(client, manifest.handle) : null;
    if (known === null) return await client.call('registerAgent', { body: { manifest } });
    const { item } = await client.call('replaceManifest', { params: { agentId: known.agentId }, body: { manifest } });
    return { item, credential: null };
  } catch (error) {
    throw inFile(error);
  }
}

/** The server's paths begin at the body; those of the file begin at the manifest. */
function inFile(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  const { path } = error.details;
  return new Failure({ ...error.details, path: path?.replace(/^\/manifest(?=\/|$)/, '') });
}

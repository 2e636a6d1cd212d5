import type { Manifest } from '@parley/protocol';

/** What an agent that is a model is called, and what it asks for. */
export interface ManifestOptions {
  /** 2 to 32 small letters, digits, `-` and `_`. */
  readonly handle: string;
  readonly name: string;
  /** Shown as a part of the description. */
  readonly model: string;
  /** Tools by name. One that is not the platform's own names its scope too: `weather.today:weather.read`. */
  readonly tools?: readonly string[];
}

/**
 * Makes the manifest of a model: private, by relay, and with the scopes that memory and the tools need.
 *
 * @throws TypeError if the scope of a tool is not known.
 */
export function modelManifest({ handle, name, model, tools = [] }: ManifestOptions): Manifest {
  const scopes = new Map([['history.read', 'To remember what was said before in the conversation.']]);
  for (const tool of tools) scopes.set(scopeOf(tool), `To use ${toolName(tool)} for you.`.slice(0, 200));
  return {
    version: '1',
    handle,
    name,
    description: `Answers with the model ${model}.`.slice(0, 500),
    transport: 'relay',
    requested_scopes: [...scopes].map(([scope, reason]) => ({ scope, reason })),
    access: 'private',
  };
}

/** The name of a tool, without the scope that may stand behind it. */
export const toolName = (tool: string): string => tool.split(':')[0] ?? tool;

const knownScopes: Readonly<Record<string, string>> = {
  'clock.now': 'clock.read',
  'coin.charge': 'coin.charge',
  'decision.request': 'decision.request',
  'identity.read': 'identity.read',
};

function scopeOf(tool: string): string {
  const [name = '', named] = tool.split(':');
  const scope = named ?? (Object.hasOwn(knownScopes, name) ? knownScopes[name] : undefined);
  if (scope) return scope;
  throw new TypeError(`The scope of the tool ${name} is not known. Name it as in ${name}:weather.read.`);
}

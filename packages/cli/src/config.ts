import { homedir } from 'node:os';

/** What the environment says. Flags come before it, and the file of `parley login` after it. */
export interface Environment {
  readonly baseUrl: string | undefined;
  readonly token: string | undefined;
  /** What PARLEY_AGENT_ID, PARLEY_CREDENTIAL_ID and PARLEY_AGENT_SECRET say, each perhaps not. */
  readonly agent: {
    readonly agentId: string | undefined;
    readonly credentialId: string | undefined;
    readonly secret: string | undefined;
  };
  /** Where `parley mcp` speaks, as PARLEY_CONVERSATION_ID says. */
  readonly conversationId: string | undefined;
  /** The folder in which `login` keeps what it is told. */
  readonly home: string;
  /** All of it, for programs that are started. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Reads the environment; an empty variable counts as one that is not set. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): Environment {
  const read = (name: string) => variables[name]?.trim() || undefined;
  return {
    baseUrl: read('PARLEY_BASE_URL'),
    token: read('PARLEY_TOKEN'),
    agent: {
      agentId: read('PARLEY_AGENT_ID'),
      credentialId: read('PARLEY_CREDENTIAL_ID'),
      secret: read('PARLEY_AGENT_SECRET'),
    },
    conversationId: read('PARLEY_CONVERSATION_ID'),
    home: read('HOME') ?? homedir(),
    variables,
  };
}

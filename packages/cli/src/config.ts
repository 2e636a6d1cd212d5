import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { usage } from './failure.ts';

/** What the environment says. Flags come before it, and the file of `parley login` after it. */
export interface Environment {
  readonly baseUrl: string | undefined;
  readonly token: string | undefined;
  /** What PARLEY_AGENT_ID, PARLEY_CREDENTIAL_ID and PARLEY_AGENT_SECRET (or its file) say, each perhaps not. */
  readonly agent: {
    readonly agentId: string | undefined;
    readonly credentialId: string | undefined;
    readonly secret: string | undefined;
  };
  /** Who decides for `parley mcp`, as PARLEY_PERSON says. */
  readonly person: string | undefined;
  /** Where `parley mcp` speaks, as PARLEY_CONVERSATION_ID says. */
  readonly conversationId: string | undefined;
  /** The folder in which `login` saves its input. */
  readonly home: string;
  /** All of it, for programs that are started. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads the environment; an empty variable counts as one that is not set. A secret may be in a file that PARLEY_TOKEN_FILE or
 * PARLEY_AGENT_SECRET_FILE names, which goes first, as with the server's settings.
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): Environment {
  const read = (name: string) => variables[name]?.trim() || undefined;
  const readSecret = (name: string) => {
    const file = read(`${name}_FILE`);
    return file === undefined ? read(name) : secretIn(file, `${name}_FILE`);
  };
  return {
    baseUrl: read('PARLEY_BASE_URL'),
    token: readSecret('PARLEY_TOKEN'),
    agent: {
      agentId: read('PARLEY_AGENT_ID'),
      credentialId: read('PARLEY_CREDENTIAL_ID'),
      secret: readSecret('PARLEY_AGENT_SECRET'),
    },
    person: read('PARLEY_PERSON'),
    conversationId: read('PARLEY_CONVERSATION_ID'),
    home: read('HOME') ?? homedir(),
    variables,
  };
}

/** The secret that is all of a file. One that cannot be read or is empty is an error, since naming it means that it is needed. */
export function secretIn(file: string, namedBy: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw usage(
      'file_unreadable',
      `${namedBy} names ${file}, which cannot be read (${why}).`,
      'Name a file that there is.',
    );
  }
  if (content === '')
    throw usage('file_empty', `${namedBy} names ${file}, which is empty.`, 'Write the secret into it.');
  return content;
}

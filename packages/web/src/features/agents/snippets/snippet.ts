import type { Agent } from '@parley/protocol';
import { programs } from './programs.ts';

export type Language = 'typescript' | 'python' | 'curl';

/** A program that runs in an empty folder, with the names of `environment` set. */
export interface Snippet {
  readonly file: string;
  readonly program: string;
  /** What starts it. */
  readonly run: string;
}

export const languages = [
  { name: 'typescript', label: 'TypeScript' },
  { name: 'python', label: 'Python' },
  { name: 'curl', label: 'curl' },
] as const satisfies readonly { name: Language; label: string }[];

/** The page of the guide that goes on where the first program ends. */
export const guidePages: Readonly<Record<Language, string>> = { typescript: 'start', python: 'python', curl: 'wire' };

/** The port on which the programs for webhooks listen. */
export const webhookPort = 8080;

const files: Record<Language, Omit<Snippet, 'program'>> = {
  typescript: {
    file: 'agent.ts',
    run: 'npm init --yes && npm pkg set type=module && npm install @parley/agent-sdk tsx\nnpx tsx agent.ts',
  },
  python: { file: 'agent.py', run: 'python3 agent.py' },
  curl: { file: 'agent.sh', run: 'sh agent.sh' },
};

/** The first program of an agent, for how it is reached. */
export function snippetFor(transport: Agent['transport'], language: Language): Snippet {
  return { ...files[language], program: programs[transport][language] };
}

export interface Names {
  readonly baseUrl: string;
  readonly agentId: string;
  readonly credentialId: string;
  readonly secret: string;
  readonly webhookUrl?: string | null | undefined;
}

/** The names that every program reads, as commands of a shell. */
export function environment({ baseUrl, agentId, credentialId, secret, webhookUrl }: Names): string {
  return [
    `export PARLEY_BASE_URL=${baseUrl}`,
    `export PARLEY_AGENT_ID=${agentId}`,
    `export PARLEY_CREDENTIAL_ID=${credentialId}`,
    `export PARLEY_AGENT_SECRET=${secret}`,
    ...(webhookUrl ? [`export AGENT_WEBHOOK_URL='${webhookUrl.replaceAll("'", '%27')}'`] : []),
  ].join('\n');
}

import type { Agent } from '@parley/protocol';
import { programs } from './programs.ts';

export type Language = 'typescript' | 'python' | 'curl';

/** A program that runs in an empty folder with the variables of `environment` set. */
export interface Snippet {
  readonly file: string;
  readonly program: string;
  /** The shell commands that start it. */
  readonly run: string;
}

export const languages = [
  { name: 'typescript', label: 'TypeScript' },
  { name: 'python', label: 'Python' },
  { name: 'curl', label: 'curl' },
] as const satisfies readonly { name: Language; label: string }[];

/** The guide page that continues after the first program. */
export const guidePages: Readonly<Record<Language, string>> = { typescript: 'start', python: 'python', curl: 'wire' };

/** The port on which the programs for webhooks listen. */
export const webhookPort = 8080;

const files: Record<Language, Omit<Snippet, 'program' | 'run'>> = {
  typescript: { file: 'agent.ts' },
  python: { file: 'agent.py' },
  curl: { file: 'agent.sh' },
};

/** The commands that start a program; the server at `baseUrl` serves the SDK package. */
const commands: Record<Language, (baseUrl: string) => string> = {
  typescript: (baseUrl) =>
    `npm init --yes && npm pkg set type=module\nnpm install ${baseUrl}/packages/parley-agent-sdk.tgz tsx\nnpx tsx ${files.typescript.file}`,
  python: () => `python3 ${files.python.file}`,
  curl: () => `sh ${files.curl.file}`,
};

/** Returns the first program of an agent, for its transport, a language and a server. */
export function snippetFor(transport: Agent['transport'], language: Language, baseUrl: string): Snippet {
  return { ...files[language], program: programs[transport][language], run: commands[language](baseUrl) };
}

export interface Names {
  readonly baseUrl: string;
  readonly agentId: string;
  readonly credentialId: string;
  readonly secret: string;
  readonly webhookUrl?: string | null | undefined;
}

/** Returns shell commands that set the environment variables of every program. */
export function environment({ baseUrl, agentId, credentialId, secret, webhookUrl }: Names): string {
  return [
    `export PARLEY_BASE_URL=${baseUrl}`,
    `export PARLEY_AGENT_ID=${agentId}`,
    `export PARLEY_CREDENTIAL_ID=${credentialId}`,
    `export PARLEY_AGENT_SECRET=${secret}`,
    ...(webhookUrl ? [`export AGENT_WEBHOOK_URL='${webhookUrl.replaceAll("'", '%27')}'`] : []),
  ].join('\n');
}

import { openForAgent, type Context, type VerbOptions } from '../context.ts';
import { faulty, type Check } from '../doctor/check.ts';
import { readCredentials, type Credentials } from '../doctor/credentials.ts';
import { exitCodes, usage } from '../failure.ts';
import { readUrl } from '../read-url.ts';

export interface DoctorOptions extends VerbOptions {
  /** Where an agent takes deliveries. */
  readonly agent?: string;
  /** How long it may take to acknowledge one, in seconds. */
  readonly ackTimeout: string;
}

/** Looks whether all is well, with the server or, with `--agent`, with an agent on webhooks. The exit code is 1 where it is not. */
export async function doctor(options: DoctorOptions): Promise<void> {
  const context = await openForAgent(options);
  const found = readCredentials(context.environment);
  const credentials = found !== null && 'secret' in found ? found : null;
  const fault = found !== null && !('secret' in found) ? found : null;
  const checks =
    options.agent === undefined
      ? await examineServer(context, credentials, fault)
      : await examineAgent(context, options.agent, credentials, fault, options);
  context.out.result({ checks }, checks.map(told).join('\n'));
  const faults = checks.filter(({ ok }) => !ok).length;
  if (faults > 0) process.exitCode = exitCodes.fault;
  context.out.note(faults === 0 ? 'All is well.' : `${faults === 1 ? '1 fault' : `${faults} faults`}.`);
}

async function examineServer(context: Context, credentials: Credentials | null, fault: Check | null): Promise<Check[]> {
  const { checkServer } = await import('../doctor/check-server.ts');
  const checks = await checkServer(context.client, credentials);
  return fault === null ? checks : [...checks, fault];
}

async function examineAgent(
  { out, server, client }: Context,
  agent: string,
  credentials: Credentials | null,
  fault: Check | null,
  { ackTimeout }: DoctorOptions,
): Promise<Check[]> {
  const url = readUrl(agent);
  if (url === null) throw usage('agent_invalid', `"${agent}" is no address of an agent.`, addressHint);
  const ackMs = Number(ackTimeout) * 1000;
  if (!(ackMs > 0 && ackMs <= 60_000))
    throw usage('ack_timeout_invalid', 'Give --ack-timeout as seconds from 1 to 60.');
  if (fault !== null) return [fault];
  if (credentials === null) return [faulty('credentials', credentialsMissing)];
  const { checkAgent } = await import('../doctor/check-agent.ts');
  const { pretendPlatform } = await import('../doctor/pretended-platform.ts');
  const witness = server.isNamed ? await pretendPlatform(server.baseUrl, credentials) : null;
  if (witness === null)
    out.note('The agent may log refusals meanwhile: it answers deliveries that its server has never sent.');
  try {
    const checks = await checkAgent({ url, credentials, ackMs, witness });
    if (witness !== null || server.token === undefined || !checks.some(({ name }) => name === 'dedupe')) return checks;
    const { checkDedupeOnServer } = await import('../doctor/check-dedupe-on-server.ts');
    const dedupe = await checkDedupeOnServer(client, credentials.agentId, url);
    return checks.map((check) => (check.name === 'dedupe' && dedupe !== null ? dedupe : check));
  } finally {
    await witness?.close();
  }
}

const addressHint =
  'Give where it takes deliveries, such as --agent http://127.0.0.1:3000/hook. Over the relay it has no address: parley agent connection HANDLE says whether deliveries reach it.';

const credentialsMissing =
  'Deliveries are signed with what the agent knows: set PARLEY_AGENT_ID, PARLEY_CREDENTIAL_ID and PARLEY_AGENT_SECRET as the agent has them; where they are in .env, set -a; . ./.env; set +a.';

const told = ({ name, ok, hint }: Check) =>
  `${ok ? 'ok   ' : 'FAULT'}  ${name}${hint === null ? '' : `\n         ${hint}`}`;

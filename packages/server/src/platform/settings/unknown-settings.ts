import { closestName } from '@parley/protocol';
import type { Env } from './setting-source.ts';

/** Variables of programs beside the server that may share its environment: agents, the SDK, tests and benchmarks. */
const ofOthers =
  /^PARLEY_(AGENT_\w+|TEST_\w+|BROWSER_\w+|CREDENTIAL_ID|CONVERSATION_ID|TOKEN|TOKEN_FILE|DEBUG|URL|SECRET|SESSION|DEMO_LINK|SEED|STEPS|LONG)$/;

/** Variables that Kubernetes and Docker set for a service with a name that begins with `parley`. */
const ofPlatforms = /^PARLEY_(\w+_)?(SERVICE_(HOST|PORT)(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;
const ofPlatformsByValue = /^(tcp|udp|sctp):\/\//;

/**
 * Throws an `Error` with one sentence if a `PARLEY_…` variable is set that the server does not know, so that a typo in
 * a name does not go unnoticed.
 *
 * @param known The names of all settings.
 * @param quoted Returns whether the operator's tools file quotes a variable.
 */
export function refuseUnknownSettings(env: Env, known: readonly string[], quoted: (name: string) => boolean): void {
  const all = new Set(known.flatMap((name) => [name, `${name}_FILE`]));
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('PARLEY_') || !value || all.has(name)) continue;
    if (ofOthers.test(name) || ofPlatforms.test(name) || ofPlatformsByValue.test(value) || quoted(name)) continue;
    const meant = closestName(bare(name), [...all].map(bare));
    const whole = [...all].find((one) => meant !== null && bare(one) === meant);
    const advice = whole === undefined ? 'see docs/running.md for those there are.' : `did you mean ${whole}?`;
    throw new Error(`${name} is not a setting of this server: ${advice}`);
  }
}

/** All names begin with the prefix, so it would make every two names look similar. */
function bare(name: string): string {
  return name.replace(/^PARLEY_/, '');
}

import { closestName } from '@parley/protocol';
import type { Env } from './setting-source.ts';

/** Variables that programs beside the server read: agents, the SDK, tests and benchmarks, which may share its environment. */
const ofOthers =
  /^PARLEY_(AGENT_\w+|TEST_\w+|BROWSER_\w+|CREDENTIAL_ID|CONVERSATION_ID|TOKEN|TOKEN_FILE|DEBUG|URL|SECRET|SESSION|DEMO_LINK|SEED|STEPS|LONG)$/;

/** Kubernetes and Docker put these into the environment for a service whose name begins with `parley`. */
const ofPlatforms = /^PARLEY_(\w+_)?(SERVICE_(HOST|PORT)(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;
const ofPlatformsByValue = /^(tcp|udp|sctp):\/\//;

/**
 * Throws one sentence where a `PARLEY_…` variable is set that means nothing to the server, as a slip in a name would otherwise
 * go unnoticed.
 *
 * @param known The names of all settings.
 * @param quoted Whether a variable is one that the operator's tools file quotes.
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

/** Most names begin alike, which says nothing about how near they are. */
function bare(name: string): string {
  return name.replace(/^PARLEY_/, '');
}

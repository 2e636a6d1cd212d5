import type { Environment } from '../config.ts';
import { usage } from '../failure.ts';
import { readDevSession } from './dev-session.ts';
import { readLogins } from './saved-logins.ts';
import { checkToken, isToken } from './token.ts';

/** Where the server is unless something else is said: that of a Parley that was just started on this machine. */
export const usualBaseUrl = 'http://127.0.0.1:4600';

const tokenVariable = 'PARLEY_TOKEN (or the file that PARLEY_TOKEN_FILE names)';

/** The server that a command speaks to, and as whom. */
export interface Server {
  readonly baseUrl: string;
  /** Whether a flag, the environment or `parley login` named it. */
  readonly isNamed: boolean;
  /** Whether it is known only as the server of the `parley dev` that runs in this folder, and is not the usual one either. */
  readonly isOfFolder: boolean;
  readonly token: string | undefined;
}

/**
 * Decides by flag, then environment, then what `parley login` kept, then what `parley dev` has started in this folder.
 *
 * @throws Failure where PARLEY_TOKEN is set and only `parley dev` says where to: the token is of another server. Also where it is no token.
 */
export async function serverOf(environment: Environment, flag: string | undefined, folder = '.'): Promise<Server> {
  const [logins, session] = await Promise.all([readLogins(environment.home), readDevSession(environment.home, folder)]);
  const named = flag ?? environment.baseUrl ?? logins.current;
  const isOfFolder = named === undefined && session !== null && session.baseUrl !== usualBaseUrl;
  if (isOfFolder && environment.token !== undefined) throw notNamed('PARLEY_TOKEN is set', session.baseUrl);
  const baseUrl = readBaseUrl(named ?? session?.baseUrl ?? usualBaseUrl);
  // A token that was kept for this address is of a server that is not there while `parley dev` has it.
  const kept = session?.baseUrl === baseUrl ? session.token : logins.servers[baseUrl]?.token;
  const given = environment.token === undefined ? undefined : checkToken(environment.token, tokenVariable);
  const token = given ?? (kept !== undefined && isToken(kept) ? kept : undefined);
  return { baseUrl, isNamed: named !== undefined, isOfFolder, token };
}

/** A secret of the person's, and only the `parley dev` of this folder says where to. */
export const notNamed = (secret: string, baseUrl: string) =>
  usage(
    'server_not_named',
    `${secret}, and no server is named but ${baseUrl}, which parley dev started in this folder. Nothing is sent there.`,
    'Name the server that it is for by --base-url or PARLEY_BASE_URL; without it the server of this folder is used with its own token.',
  );

/** A base URL without a slash at its end. */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw usage(
      'base_url_invalid',
      `"${text}" is no base URL.`,
      'Set PARLEY_BASE_URL or --base-url to where the server is, such as http://127.0.0.1:4600.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

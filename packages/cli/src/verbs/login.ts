import { createClient } from '../api/client.ts';
import { notNamed } from '../api/server.ts';
import { loginFile, readLogins, saveLogin } from '../api/saved-logins.ts';
import { checkToken } from '../api/token.ts';
import { secretIn } from '../config.ts';
import { openContext, type VerbOptions } from '../context.ts';
import { exitCodes, Failure, usage } from '../failure.ts';
import { readStdin } from '../read-json-file.ts';

export interface LoginOptions extends VerbOptions {
  readonly token?: string;
  /** A file that holds the token. */
  readonly tokenFile?: string;
}

/** Keeps a token for a server, once the server has said whose it is. A server that cannot be reached now is believed later. */
export async function login(options: LoginOptions): Promise<void> {
  const { environment, out, server } = await openContext(options);
  const token = (await given(options)) ?? environment.token;
  if (token === undefined || token === '') {
    throw usage(
      'token_required',
      'Which token?',
      'parley login --token - reads it from stdin, --token-file FILE from a file.',
    );
  }
  const { baseUrl } = server;
  if (server.isOfFolder) throw notNamed('A token is given', baseUrl);
  const user = await createClient({ baseUrl, token })
    .call('getSession')
    .then(({ item }) => item)
    .catch((error: unknown) => {
      if (error instanceof Failure && error.details.exitCode === exitCodes.unreachable) return null;
      throw error;
    });
  const file = await saveLogin(environment.home, baseUrl, (saved) => ({ ...saved, token }), { isCurrent: true });
  if (user === null) out.note(`${baseUrl} cannot be reached now, so the token could not be tried.`);
  const who = user === null ? '' : ` as ${user.handle}`;
  out.note(`Signed in to ${baseUrl}${who}; kept in ${file}.`);
  out.result({ baseUrl, handle: user?.handle ?? null, userId: user?.userId ?? null, file }, '');
}

async function given({ token, tokenFile }: LoginOptions): Promise<string | undefined> {
  if (tokenFile === undefined) {
    const text = (token === '-' ? await readStdin() : token)?.trim();
    return text === undefined || text === '' ? text : checkToken(text, token === '-' ? 'Stdin' : '--token');
  }
  if (token === undefined) return checkToken(secretIn(tokenFile, '--token-file'), tokenFile);
  throw usage('token_given_twice', 'There are two tokens.', 'Give --token or --token-file.');
}

/** Forgets the token of a server; the token itself stays valid until it is deleted in the app. */
export async function logout(options: VerbOptions): Promise<void> {
  const { environment, out, server } = await openContext(options);
  const { baseUrl } = server;
  const isKept = (await readLogins(environment.home)).servers[baseUrl]?.token !== undefined;
  if (isKept) {
    await saveLogin(environment.home, baseUrl, ({ token: _, ...rest }) => rest);
    out.note(`Forgot the token of ${baseUrl}. Delete it in the app (You, Tokens) if nothing else uses it.`);
  } else out.note(`No token of ${baseUrl} was kept, so there was none to forget.`);
  out.result({ baseUrl, file: loginFile(environment.home) }, '');
}

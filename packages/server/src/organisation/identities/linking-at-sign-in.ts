import type { LinkingAtSignIn } from '../../accounts/users/human-routes.ts';
import type { Core } from '../../platform/routing/core.ts';
import { forgetLink, readLinkCookie } from './link-cookie.ts';
import { linkAtSignIn } from './link-identity.ts';

/** Links the identity that waits for a browser when its person signs in there to their account. */
export function linkingAtSignIn(app: Pick<Core, 'commit' | 'clock' | 'config' | 'secrets'>): LinkingAtSignIn {
  return (headers) => {
    const held = readLinkCookie(app.config, headers);
    if (held === null) return { also: async () => undefined, cookies: [] };
    return { also: (work, userId) => linkAtSignIn(app, work, userId, held), cookies: forgetLink(app.config) };
  };
}

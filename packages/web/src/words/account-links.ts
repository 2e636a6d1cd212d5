import { catalogue } from './catalogue.ts';

/** Texts of the pages that links open, of the mail address, and of notices about the account. */
export const accountLinkWords = catalogue('accountLinkWords', {
  forgotten: 'Forgotten your password?',
  forgottenHint:
    'Enter your username, or the mail address that you have verified. If the server sends mail and knows you, a link is on its way. ' +
    'If nothing comes, ask an administrator for a link.',
  identifier: 'Username or mail address',
  ask: 'Send a link',
  asked: 'If there is such an account with a verified address, a link is on its way. It works once, for 24 hours.',
  newPassword: 'Set a new password',
  newPasswordHint: 'Everything that was signed in with the old password is signed out, and access tokens end.',
  set: 'Set password',
  isSet: 'Your password is set.',
  signIn: 'Sign in',
  recover: 'Become an administrator again',
  recoverHint:
    'You get a new password and are an administrator. All your other sessions and tokens end, and all administrators are told.',
  verify: 'Verify your mail address',
  verifyAs: (name: string, handle: string) => `You are signed in as ${name} (@${handle}).`,
  verifyFirst: 'Sign in as the person who asked, and the link works.',
  verifyIt: 'This is my address',
  verified: 'Your mail address is verified.',
  goOn: 'Go on to Parley',
  email: 'Mail address',
  emailHint: 'For a link if you forget your password, and to be told when somebody changes your account.',
  emailIs: (email: string, isVerified: boolean) => (isVerified ? `${email}, verified` : `${email}, not verified`),
  noEmail: 'None yet.',
  emailNew: 'New mail address',
  emailPassword: 'Your password',
  emailPasswordHint: 'Only if you signed in more than 10 minutes ago.',
  emailSend: 'Send a link to verify it',
  emailSent: 'A link is on its way. The address is yours when you open it, in this browser.',
  notices: 'About your account',
  putAway: 'Put away',
  kinds: {
    reset_link_made: 'An administrator made a link for a new password of yours.',
    email_set: 'An administrator, or the directory of your organisation, changed your mail address.',
    role_changed: 'Who is an administrator has changed.',
    export_asked: 'An administrator asked for an export of your data.',
    recovered: 'Somebody became an administrator by a recovery link made at the machine of the server.',
    identity_linked: 'A way of signing in was linked to your account.',
    agent_transferred: 'An administrator gave an agent another owner.',
  },
});

import { paths } from '../../navigation/paths.ts';
import { accessWords } from '../../words/access.ts';
import { accountLinkWords } from '../../words/account-links.ts';
import { costWords } from '../../words/costs.ts';
import { notificationWords } from '../../words/notifications.ts';
import { signInWords } from '../../words/sign-in.ts';
import { youWords as words } from '../../words/you.ts';
import { yourDataWords } from '../../words/your-data.ts';

/** The user's own pages: address and name. */
export const sections = [
  [paths.you, words.profile],
  [paths.wallet, words.wallet],
  [paths.modelCosts, costWords.title],
  [paths.notifications, notificationWords.title],
  [paths.sessions, accessWords.sessions],
  [paths.tokens, accessWords.tokens],
  [paths.password, accessWords.password],
  [paths.signingIn, signInWords.title],
  [paths.email, accountLinkWords.email],
  [paths.blockedPeople, words.blocked],
  [paths.yourData, yourDataWords.title],
  [paths.appearance, words.appearance],
  [paths.permissions, words.permissions],
  [paths.tasks, words.tasks],
] as const;

import type { SignInError } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import type { AnswerCookie } from '../../platform/routing/route.ts';

export type FinishApp = Pick<App, 'config' | 'secrets' | 'clock' | 'log' | 'storage' | 'commit'>;

/** Where the browser goes at the end, and what it takes along. */
export interface Finish {
  readonly location: string;
  readonly sessionToken?: string;
  readonly cookies?: readonly AnswerCookie[];
}

/** An expected end of a sign-in by a provider that signs nobody in. */
export class SignInStopped extends Error {
  constructor(readonly code: SignInError) {
    super(code);
  }
}

/** Stops a sign-in by a provider. It rolls the transaction back. */
export function stop(code: SignInError): never {
  throw new SignInStopped(code);
}

import { catalogue } from './catalogue.ts';

/** Texts of the sign-in and sign-up pages. */
export const entryWords = catalogue('entryWords', {
  whatItIs: 'Parley is where people and software agents talk, on terms that you set.',
  whatItCan: 'What it can do',
  onlyLooking: 'Only looking? The demo is a person and an agent who show what is here.',
  openDemo: 'Open the demo',
  signIn: 'Sign in',
  newHere: 'New here?',
  createAnAccount: 'Create an account',
  createYours: 'Create your account',
  create: 'Create account',
  alreadyHere: 'Already here?',
  invited: 'You are invited',
  setUp: 'Become the administrator',
  whatSetUpIs: 'This server has no administrator yet. The account that you create here will be the first.',
  becomeAs: (name: string, handle: string) => `You are signed in as ${name} (@${handle}).`,
  become: 'Become the administrator',
  notNow: 'Not now',
  name: 'Your name',
  handle: 'Username',
  handleHint: 'How others find you: 2 to 32 of a–z, 0–9, hyphen and underscore.',
  password: 'Password',
  passwordHint: 'At least 10 characters.',
  language: 'Language',
});

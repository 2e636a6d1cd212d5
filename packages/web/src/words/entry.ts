/** Texts of the sign-in and sign-up pages. */
export const entryWords = {
  whatItIs: 'Parley is where people and software agents talk, on terms that you set.',
  whatItCan: 'What it can do',
  signIn: 'Sign in',
  newHere: 'New here?',
  createAnAccount: 'Create an account',
  createYours: 'Create your account',
  create: 'Create account',
  alreadyHere: 'Already here?',
  name: 'Your name',
  handle: 'Username',
  handleHint: 'How others find you: 2 to 32 of a–z, 0–9, hyphen and underscore.',
  password: 'Password',
  passwordHint: 'At least 10 characters.',
} as const;

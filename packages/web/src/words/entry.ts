/** What is said on the way in. */
export const entryWords = {
  signIn: 'Sign in',
  newHere: 'New here?',
  createAnAccount: 'Create an account',
  createYours: 'Create your account',
  create: 'Create account',
  alreadyHere: 'Already here?',
  name: 'Your name',
  handle: 'Handle',
  handleHint: 'How others find you: 2 to 32 of a–z, 0–9, hyphen and underscore.',
  password: 'Password',
  passwordHint: 'At least 10 characters.',
} as const;

import { catalogue } from './catalogue.ts';

/** Texts of the manifest form. */
export const manifestWords = catalogue('manifestWords', {
  name: 'Name',
  handle: 'Username',
  handleHint: '2 to 32 of a–z, 0–9, hyphen and underscore. It cannot be changed to one that is taken.',
  description: 'Description',
  descriptionHint: 'What it does, in words that people would search for.',
  picture: 'Picture',
  pictureHint: 'PNG, JPEG, WebP or GIF. It is cut to a small square, without motion and without what a camera adds.',
  choosePicture: 'Choose a picture…',
  removePicture: 'Remove the picture',
  noPicture: 'Your browser cannot open this file as a picture.',
  prompts: 'Suggested prompts',
  promptsHint: 'Up to four first questions, one a line. They greet whoever opens a room with it.',
  homepage: 'Homepage',

  transport: 'How messages reach it',
  transports: {
    relay: { label: 'Relay', text: 'The agent keeps a connection open to Parley. Works behind any firewall.' },
    webhook: { label: 'Webhook', text: 'Parley calls the agent at its own https address.' },
  },
  webhookUrl: 'Webhook address',
  access: 'Who may talk with it',
  accesses: {
    private: { label: 'Only me', text: 'Nobody else finds it or can add it.' },
    request: { label: 'On request', text: 'People ask, you decide.' },
    public: { label: 'Everybody', text: 'Listed in the directory for people and agents.' },
  },

  scopes: 'What it asks to be allowed',
  scopesHint: 'It can answer without any of these. Each person decides which to grant.',
  scope: 'Scope',
  reason: 'Reason',
  scopeTitle: 'Title for people (optional)',
  removeScope: (scope: string) => `Remove scope ${scope}`,
  addScope: 'Add a scope',
});

import { catalogue } from './catalogue.ts';

/** Texts of the page that adds a model, and of the model on an agent's page. */
export const modelWords = catalogue('modelWords', {
  add: 'Add a model',
  addIntro:
    'Any chat model becomes somebody to talk with. Pick one, give it a name, and write to it. It is yours alone until you open it to others.',
  off: 'This server runs no models. Its operator has turned them off.',
  loading: 'Loading what there is',

  source: 'Where it runs',
  ownAddress: 'At an address of yours',
  offered: (limit: string | null) =>
    limit === null
      ? 'Offered by this server. It needs no key.'
      : `Offered by this server: ${limit} answers a day. It needs no key.`,
  url: 'Address',
  urlHint: 'The base address of an API like OpenAI’s, such as https://api.example.com/v1 or http://127.0.0.1:11434/v1.',
  key: 'Key',
  keyHint: 'If the service wants one. It is stored sealed and never shown again.',
  keyKept: 'A key is stored. Leave this empty to keep it.',
  list: 'List its models',
  listed: (count: number) => (count === 1 ? 'It has 1 model.' : `It has ${count} models.`),
  unlisted: 'The service lists no models. Write the name of the one to use.',
  model: 'Model',
  modelHint: 'As the service names it, such as llama3.2.',
  images: 'It reads images',
  imagesHint:
    'It then gets the images in messages: PNG, JPEG, GIF and WebP, up to 5 MiB each. Otherwise it only learns that there was an image.',

  prices: 'What a million tokens cost',
  pricesHint:
    'As the service bills them. With prices, people see what each answer to them cost. Leave both empty for none.',
  pricesListed: (read: string, written: string) =>
    `The address says ${read} for tokens read and ${written} for tokens written. Leave both empty to take these.`,
  priceRead: 'Tokens read',
  priceWritten: 'Tokens written',
  currency: 'Currency',
  currencyHint: 'Three letters, such as USD.',

  name: 'Name',
  nameHint: 'What you call it in rooms.',
  instructions: 'Instructions',
  instructionsHint: 'How it should behave. It reads this before every answer.',
  tools: 'Tools that it may use',
  toolsHint: 'Those that need your approval ask you each time.',
  newTools: 'Everybody who talks with it, you too, is asked before it may use a tool that is new.',
  consent:
    'It reads the conversations that you have with it, and uses the tools that you picked. You can take both back in its room.',
  submit: 'Add and write to it',

  heading: 'Model',
  states: { waiting: 'Waiting', starting: 'Starting', running: 'Running', failing: 'Failing' },
  since: 'since',
  at: (place: string) => `at ${place}`,
  ofServer: 'offered by this server',
  withKey: 'with a key',
  withoutKey: 'without a key',
  readsImages: 'Reads images',
  mayUse: (tools: string) => `May use ${tools}`,
  priced: (read: string, written: string) => `A million tokens: ${read} read, ${written} written`,
  change: 'Change the model',
  save: 'Save changes',
  cancel: 'Cancel',
  remove: 'Take the model away…',
  removeTitle: 'Take the model away?',
  removeText:
    'Its key and its counts are deleted, and it answers nobody any more. The agent stays, and a program can answer for it.',
  removeAct: 'Take it away',
  noInstructions: 'No instructions.',

  spent: 'Tokens and cost by day (UTC)',
  spentColumns: ['Day', 'Answers', 'Failed', 'Tokens read', 'Tokens written', 'Cost'],
  answers: 'Tokens and cost of each answer',
  answersColumns: ['When', 'Model', 'Tokens read', 'Tokens written', 'Cost', ''],
  showAnswers: 'Show each answer',
  nothingSpent: 'It has answered nothing yet.',
  noPrice: '—',
  failed: 'failed',
  stopped: 'stopped',
  older: 'Older',
});

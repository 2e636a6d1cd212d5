import { catalogue } from './catalogue.ts';

/** Texts for the owner of an agent. */
export const agentWords = catalogue('agentWords', {
  yours: 'Your agents',
  addModel: 'Add a model',
  register: 'Register an agent',
  registerButton: 'Register agent',
  edit: 'Edit',
  editTitle: (name: string) => `Edit ${name}`,
  save: 'Save changes',
  connect: 'Connect',
  playground: 'Try blocks in the playground',
  connectTitle: (name: string) => `Connect ${name}`,
  registered: (name: string) => `${name} is registered`,
  copied: 'I have copied it',
  agent: 'Agent',
  loading: 'Loading the agent',
  byForm: 'Form',
  byFile: 'File',
  howToSay: 'How to describe it',
});

export const snippetWords = catalogue('snippetWords', {
  language: 'Language',
  commands: 'Commands',
  program: 'Program',
  run: 'Run',
  names: '1. In an empty folder, set who the agent is',
  write: (file: string) => `2. Save this as ${file}`,
  start: '3. Start it',
  secretGone:
    'The secret is shown once, when a credential is issued. Issue another, and it stands in the commands below.',
  issue: 'Issue a credential',
  copy: (what: string) => `Copy the ${what}`,
  placeholder: 'the-secret-that-was-shown-once',
  guide: 'Go on in the guide',
  publicAddress: (port: number) => `It listens on port ${port}; your webhook address must lead there.`,
});

export const manifestFileWords = catalogue('manifestFileWords', {
  label: 'Manifest (JSON)',
  hint: 'Drop a file here, choose one, or paste what it says.',
  choose: 'Choose a file',
  notJson: (why: string) => `This is not JSON: ${why}`,
  notObject: 'A manifest is a JSON object, in braces.',
  tooLarge: 'A manifest has at most 256 KiB.',
  at: (pointer: string) => `At ${pointer}:`,
  found: 'There it says',
});

export const pauseWords = catalogue('pauseWords', {
  before:
    'Paused, it gets no new messages and its connections close. What waits for it is kept and goes out when you resume.',
  after: (waiting: string) => `It is paused: nothing is sent to it, and people see so in their rooms. ${waiting}`,
  gone: 'The platform paused it, because its webhook answered 410 Gone.',
  nothingWaits: 'Nothing waits for it.',
  one: '1 message is kept for it and goes out when you resume.',
  many: (count: string) => `${count} messages are kept for it and go out when you resume.`,
});

import { catalogue } from './catalogue.ts';

/** Texts of the editor for blocks. */
export const playgroundWords = catalogue('playgroundWords', {
  title: 'Playground',
  what: 'Write blocks as JSON and see how people see them.',
  home: 'Home',
  guide: 'All blocks',
  blocks: 'Blocks',
  hint: 'One block, a list of blocks, or a reply: {"blocks": […], "partial": true}',
  drawn: 'As people see it',
  agent: 'Your agent',
  nothing: 'There is nothing to draw yet.',
  verdict: 'What the server would say',
  accepted: (count: number) => (count === 1 ? 'Accepted: 1 block.' : `Accepted: ${count} blocks.`),
  refused: (count: number) => (count === 1 ? 'Refused: 1 fault.' : `Refused: ${count} faults.`),
  notJson: 'This is not JSON yet.',
  notBlocks: 'This is no block.',
  notBlocksHint: 'Write an object with a type, such as {"type": "text", "text": "Hello"}, or a list of these.',
  copyAs: (language: string) => `Copy as ${language}`,
  typescript: 'TypeScript',
  python: 'Python',
  copyLink: 'Copy link',
  send: 'Send to the room',
  loadingRoom: 'Loading the room',
  heard: 'What the agent would get',
});

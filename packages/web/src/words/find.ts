import { catalogue } from './catalogue.ts';
import { digits } from './locale.ts';

/** Texts of the search page. */
export const findWords = catalogue('findWords', {
  title: 'Find',
  field: 'Search',
  placeholder: 'Rooms, agents, people, messages',
  rooms: 'Rooms',
  agents: 'Agents',
  allAgents: 'Agents that you can talk with',
  people: 'People',
  messages: 'Messages',
  actions: 'Actions',
  talk: 'Talk',
  talkWith: (name: string) => `Talk with ${name}`,
  write: 'Write',
  writeTo: (name: string) => `Write to ${name}`,
  about: (name: string) => `About ${name}`,
  more: 'Show more',
  found: (count: number, isAll: boolean) =>
    `${digits(count)}${isAll ? '' : ' or more'} ${count === 1 && isAll ? 'result' : 'results'}`,
  nothing: (words: string) => `Nothing found for “${words}”.`,
  nothingYet: (words: string) => `Nothing found yet for “${words}”. Older messages were not searched.`,
  searchOn: 'Search older messages',
  noAgents: 'There is no agent that you can talk with yet.',
  peopleHint: 'People are found by their exact username.',
  from: (author: string, room: string) => `${author} in ${room}`,
  yourself: 'You',
  searching: 'Searching…',

  newConversation: 'New conversation',
  goToInbox: 'Go to inbox',
  goToAgents: 'Go to agents',
  goToYou: 'Go to your settings',
  muteUntilTomorrow: (room: string) => `Mute ${room} until tomorrow`,
  muted: (room: string, time: string) => `${room} is muted until ${time}.`,
  unmute: (room: string) => `Unmute ${room}`,
  unmuted: (room: string) => `${room} is not muted any more.`,
  giveTask: (name: string) => `Give ${name} a task`,
  deny: (action: string) => `Deny: ${action}`,
  approve: (action: string) => `Approve… ${action}`,
});

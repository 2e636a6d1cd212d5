import { catalogue } from './catalogue.ts';

/** The names of the app's main pages. */
export const placeWords = catalogue('placeWords', {
  places: 'Places',
  home: 'Parley, home',
  inbox: 'Inbox',
  rooms: 'Rooms',
  agents: 'Agents',
  find: 'Find',
  you: 'You',
  palette: 'Go to a conversation, find or do something',
  waitingForYou: ' waiting for you',
});

/** The names of the app's main pages. */
export const placeWords = {
  places: 'Places',
  home: 'Parley, home',
  inbox: 'Inbox',
  rooms: 'Rooms',
  agents: 'Agents',
  find: 'Find',
  you: 'You',
  palette: 'Go to a conversation, find or do something',
  waitingForYou: ' waiting for you',
} as const;

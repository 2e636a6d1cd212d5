import { catalogue } from './catalogue.ts';

/** Texts about pinned, archived and unread rooms. */
export const roomPlaceWords = catalogue('roomPlaceWords', {
  show: 'Show conversations',
  all: 'All',
  unread: 'Unread',
  archived: 'Archived',
  pinned: 'Pinned',
  pin: 'Pin',
  unpin: 'Unpin',
  archive: 'Archive',
  unarchive: 'Unarchive',
  isArchived: (title: string) => `${title} is archived until a new message comes.`,
  isUnarchived: (title: string) => `${title} is back in the list.`,
  isPinned: (title: string) => `${title} is pinned.`,
  isUnpinned: (title: string) => `${title} is no longer pinned.`,
  undo: 'Undo',
  notChanged: (title: string, reason: string) => `${title} was not changed. ${reason}`,
  noneUnread: 'Nothing unread',
  noneUnreadText: 'You have read every conversation in the list.',
  noneArchived: 'Nothing archived',
  noneArchivedText: 'Archive a conversation to take it out of the list until a new message comes.',
});

import type * as english from '../room-places.ts';
import type { Translation } from '../translation.ts';

export const roomPlaceWords: Translation<typeof english.roomPlaceWords> = {
  show: 'Unterhaltungen anzeigen',
  all: 'Alle',
  unread: 'Ungelesen',
  archived: 'Archiviert',
  pinned: 'Angeheftet',
  pin: 'Anheften',
  unpin: 'Lösen',
  archive: 'Archivieren',
  unarchive: 'Zurückholen',
  isArchived: (title) => `${title} ist archiviert, bis eine neue Nachricht kommt.`,
  isUnarchived: (title) => `${title} ist wieder in der Liste.`,
  isPinned: (title) => `${title} ist angeheftet.`,
  isUnpinned: (title) => `${title} ist nicht mehr angeheftet.`,
  undo: 'Rückgängig',
  notChanged: (title, reason) => `${title} wurde nicht geändert. ${reason}`,
  noneUnread: 'Nichts ungelesen',
  noneUnreadText: 'Du hast jede Unterhaltung in der Liste gelesen.',
  noneArchived: 'Nichts archiviert',
  noneArchivedText: 'Archiviere eine Unterhaltung, um sie aus der Liste zu nehmen, bis eine neue Nachricht kommt.',
};

import { catalogue } from './catalogue.ts';

/** Texts of the dialogs for leaving and deleting a room. */
export const leaveWords = catalogue('leaveWords', {
  leave: 'Leave',
  leaveMenu: 'Leave…',
  leaveTitle: 'Leave this conversation?',
  leaveBody: 'You stop seeing it. Only somebody who stays can add you again.',
  delete: 'Delete for everyone',
  deleteMenu: 'Delete…',
  deleteTitle: 'Delete this conversation?',
  deleteBody: 'It is gone for everyone in it, at once and for good.',
});

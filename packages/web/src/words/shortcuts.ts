import { catalogue } from './catalogue.ts';

/** Whether the Command key replaces Ctrl. */
const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator.userAgent);
const mod = isApple ? '⌘' : 'Ctrl';

/** Every keyboard shortcut of the app, as shown to the user. */
export const shortcutWords = catalogue('shortcutWords', {
  title: 'Keyboard shortcuts',
  newThread: [mod, 'Shift', 'O'],
  search: [mod, 'Shift', 'F'],
  stop: [mod, '.'],
  groups: [
    {
      title: 'Anywhere',
      keys: [
        { keys: [mod, 'K'], does: 'Go to a conversation' },
        { keys: ['Alt', 'W'], does: 'Go to the next thing that waits for you' },
        { keys: ['?'], does: 'Show these keys' },
      ],
    },
    {
      title: 'In a conversation',
      keys: [
        { keys: ['Enter'], does: 'Send' },
        { keys: ['Shift', 'Enter'], does: 'New line' },
        { keys: [mod, '.'], does: 'Stop the answer' },
        { keys: ['↑'], does: 'Edit your last message, in an empty field' },
        { keys: ['Esc'], does: 'Leave the message field' },
        { keys: [mod, 'Shift', 'O'], does: 'New thread with the same agent' },
        { keys: [mod, 'Shift', 'F'], does: 'Search in this room' },
        { keys: ['Alt', 'Shift', '↓'], does: 'Go to the next unread conversation' },
        { keys: ['Alt', 'PageUp'], does: 'Go to the first unread message' },
        { keys: ['Alt', 'PageDown'], does: 'Go to the newest message' },
        { keys: ['Alt', '↑'], does: 'Go to the message before' },
        { keys: ['Alt', '↓'], does: 'Go to the message after' },
        { keys: ['+'], does: 'React to the focused message' },
      ],
    },
    {
      title: 'In the list of conversations',
      keys: [
        { keys: ['Alt', 'P'], does: 'Pin or unpin the focused conversation' },
        { keys: ['Alt', 'A'], does: 'Archive or unarchive the focused conversation' },
      ],
    },
    {
      title: 'In the inbox',
      keys: [
        { keys: ['J', 'K'], does: 'Go down or up' },
        { keys: ['A'], does: 'Approve' },
        { keys: ['D'], does: 'Deny' },
        { keys: ['E'], does: 'Done' },
      ],
    },
  ],
  forAdmins: {
    title: 'In the lists of the server',
    keys: [
      { keys: ['J', 'K'], does: 'Go down or up' },
      { keys: ['/'], does: 'Go to the search' },
    ],
  },
});

import { catalogue } from './catalogue.ts';

/** Texts of the audit log. */
export const auditWords = catalogue('auditWords', {
  title: 'Audit',
  hint: 'Who changed what anybody may do, newest first. Rows hold ids and states, no names and no texts.',
  actor: 'Who, as an id',
  target: 'To what, as an id',
  action: 'What',
  any: 'Anything',
  since: 'From',
  until: 'Before',
  clear: 'Clear filters',
  export: 'Download (.ndjson)',
  none: 'No row matches.',
  rows: 'Rows of the audit log',
  more: 'Show older',
  actors: {
    user: 'A person',
    agent: 'An agent',
    system: 'The server',
    scim: 'The directory',
    machine: 'Somebody at the machine',
  },
  onlyActor: 'Only by the same',
  onlyTarget: 'Only to the same',
  openPerson: 'Open the person',
  to: 'to',
  row: 'Row',
  address: 'From',
  request: 'Request',
  hash: 'Hash',
});

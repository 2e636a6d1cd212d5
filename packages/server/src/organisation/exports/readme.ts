/** The page that explains the files of an export. */
export const readmeOfExport = `An export of a person's data from Parley.

person.json            The profile, the names of the person's passkeys, the people whom they blocked, and the
                       conversations they are in.
conversations/         One file for each conversation, named after its id: the messages that the person may
                       read, the oldest first, one JSON object a line. What was deleted has "deleted": true.
assets/                The files that the person uploaded, named after their ids. Messages name these ids.
approvals.ndjson       What agents asked the person to approve, the newest first, with the signed receipts.
wallet.ndjson          The movements of the person's coins, the newest first.
agents.json            The agents that the person owns.

The fields are those of the HTTP interface. Times are in UTC.
`;

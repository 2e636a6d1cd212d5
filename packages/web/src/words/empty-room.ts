/** What is said in a room in which nothing has been said. */
export const emptyRoomWords = {
  begin: 'Nothing said yet. Write the first line below.',
} as const;

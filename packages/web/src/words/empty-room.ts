/** Texts of an empty room. */
export const emptyRoomWords = {
  begin: 'Nothing said yet. Write the first line below.',
} as const;

/** Returns the rooms with the typed title first, then those whose title begins with the typed words, then the others; else in their order. */
export function closestFirst<Room>(rooms: readonly Room[], typed: string, titleOf: (room: Room) => string): Room[] {
  const words = typed.toLocaleLowerCase();
  const distance = (room: Room) => {
    const title = titleOf(room).toLocaleLowerCase();
    if (title === words) return 0;
    return title.startsWith(words) ? 1 : 2;
  };
  const ranked = rooms.map((room) => ({ room, rank: distance(room) }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ room }) => room);
}

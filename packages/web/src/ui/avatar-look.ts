export interface AvatarLook {
  /** The hue in degrees. */
  readonly hue: number;
  /** Which corner is sharp, clockwise from the top left. */
  readonly corner: 0 | 1 | 2 | 3;
}

const hues = 12;

/** Returns the colour and the sharp corner of an avatar, always the same for the same id. */
export function avatarLook(id: string): AvatarLook {
  // FNV-1a: ids of one second differ in their last characters alone.
  let hash = 0x811c9dc5;
  for (let place = 0; place < id.length; place += 1) hash = Math.imul(hash ^ id.charCodeAt(place), 0x01000193);
  // The low bits of a product depend on the low bits of its factors alone.
  const mixed = (hash ^ (hash >>> 15)) >>> 0;
  return { hue: (mixed % hues) * (360 / hues), corner: (Math.floor(mixed / hues) % 4) as AvatarLook['corner'] };
}

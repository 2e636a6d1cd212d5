/**
 * Land on a grid of 3.75 degrees, from 82.5° N to 56.25° S: one row of 96 bits in hexadecimal, starting at 180° W. Made from
 * the 1:110m land of Natural Earth, which is in the public domain.
 */
const rows = [
  '000003fbfff0000c00400000',
  '000082e7ffe0080000180000',
  '0001d7d07fc0000207ff4000',
  '0fef7d4c3f800780afffffff',
  'dfffff8c3c301d9fffffffff',
  '0ffffe1818007bffffffffee',
  '020ffe1e000011fffffff820',
  '0007ffdf80012ffffffff820',
  '0003ffff0001fffffffff800',
  '0001fffe0001fffffffff800',
  '0001fff80003961bfffff600',
  '0001fff000072dfbffffc400',
  '0000fff00002e03fffff2800',
  '00007fc00007f67fffff0000',
  '00003c200007fffbffff0000',
  '00001c00000fffbe3fff0000',
  '00000c90000fffdf1e700000',
  '00000700000fffdc0c788000',
  '00000040000fffe008380000',
  '0000000f000ffff80c014000',
  '0000001fc0077ff800010000',
  '0000001fe0001ff000320000',
  '0000003ff0003fe000161000',
  '0000003ffe001fc000000600',
  '0000001ffe001fe000000100',
  '0000000ffc001fe000001000',
  '00000007fc001fc800007a00',
  '00000007f8000f880001ff00',
  '00000007e0000f880003ff80',
  '00000007e0000f800003ff80',
  '00000007c00007000001df80',
  '000000078000000000000702',
  '0000000e0000000000000002',
  '000000060000000000000004',
  '0000000c0000000000000000',
  '0000000c0000000000000000',
  '000000040000000000000000',
];

const step = 3.75;
const north = 82.5;

/** The size of the map in its own units, one unit per dot. */
export const mapWidth = 96;
export const mapHeight = rows.length;

/** Returns the position of a place on the map. A place beyond the edge is moved to the edge. */
export function placeOnMap(latitude: number, longitude: number): { readonly x: number; readonly y: number } {
  const y = (north - latitude) / step;
  return { x: (longitude + 180) / step, y: Math.min(Math.max(y, 0.5), mapHeight - 0.5) };
}

/** Returns the land as the path of a dotted line: one dot for each square of land. */
export function landPath(): string {
  const dots = rows.flatMap((row, y) =>
    [...row].flatMap((digit, place) =>
      [0, 1, 2, 3].flatMap((bit) =>
        (Number.parseInt(digit, 16) >> (3 - bit)) & 1 ? `M${place * 4 + bit + 0.5} ${y + 0.5}h0` : [],
      ),
    ),
  );
  return dots.join('');
}

import { encodePng } from './encode-png.ts';

const width = 480;
const height = 270;
const sun = { x: 330, y: 150, radius: 34 };

type Color = readonly [red: number, green: number, blue: number];
const skyAbove: Color = [58, 46, 98];
const skyBelow: Color = [250, 160, 110];
const sunlight: Color = [255, 226, 160];
const hills: readonly { readonly color: Color; readonly at: (x: number) => number }[] = [
  { color: [38, 30, 56], at: (x) => 225 + 18 * Math.sin(x / 60 + 2) },
  { color: [86, 62, 104], at: (x) => 195 + 22 * Math.sin(x / 85) },
];

/** Draws an evening over hills and returns the bytes of a PNG. */
export function drawEvening(): { readonly bytes: Buffer; readonly width: number; readonly height: number } {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels.set(colorAt(x, y), (y * width + x) * 3);
  return { bytes: encodePng(pixels, width, height), width, height };
}

function colorAt(x: number, y: number): Color {
  const hill = hills.find(({ at }) => y >= at(x));
  if (hill) return hill.color;
  if (Math.hypot(x - sun.x, y - sun.y) < sun.radius) return sunlight;
  return mix(skyAbove, skyBelow, y / 220);
}

function mix(from: Color, to: Color, share: number): Color {
  const part = Math.min(1, share);
  return [0, 1, 2].map((i) => Math.round((from[i] ?? 0) + ((to[i] ?? 0) - (from[i] ?? 0)) * part)) as unknown as Color;
}

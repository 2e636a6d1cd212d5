import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { avatarLook } from './avatar-look.ts';

const sheet = readFileSync(new URL('./avatar.module.css', import.meta.url), 'utf8');

it('gives an id the same look each time', () => {
  expect(avatarLook('usr_01M8BJD0V4MJSQ6Z1FP4Z5Q2SK')).toEqual(avatarLook('usr_01M8BJD0V4MJSQ6Z1FP4Z5Q2SK'));
});

it('spreads ids of one second over all hues and corners', () => {
  const looks = Array.from({ length: 2000 }, (_, count) => avatarLook(`agt_01M8BJD0V4MJSQ6Z1FP4${count}`));
  const times = new Map<string, number>();
  for (const { hue, corner } of looks) times.set(`${hue} ${corner}`, (times.get(`${hue} ${corner}`) ?? 0) + 1);
  expect(times.size).toBe(48);
  expect(Math.max(...times.values())).toBeLessThan(100);
});

it.each(Array.from({ length: 12 }, (_, place) => place * 30))('can be read in both themes at hue %i', (hue) => {
  const [background, ink] = [coloursOf(/background: (.*);/), coloursOf(/[^-]color: (.*);/)];
  for (const theme of [0, 1] as const) {
    expect(contrast(luminance(background[theme], hue), luminance(ink[theme], hue))).toBeGreaterThanOrEqual(4.5);
  }
});

type Colour = readonly [lightness: number, chroma: number];

/** Lightness and chroma of a declaration, first of the light theme, then of the dark one. */
function coloursOf(declaration: RegExp): readonly [Colour, Colour] {
  const value = declaration.exec(sheet)?.[1] ?? '';
  const found = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) var\(--hue\)\)/g)].map(([, lightness, chroma]): Colour => [
    Number(lightness),
    Number(chroma),
  ]);
  const [light, dark] = found;
  if (!light || !dark) throw new Error(`not found in the sheet: ${declaration}`);
  return [light, dark];
}

/** The relative luminance (WCAG 2) of an OKLCH colour, cut to what a screen shows. */
function luminance([lightness, chroma]: Colour, hue: number): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const [l, m, s] = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const [red, green, blue] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: number, other: number): number {
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  return (high + 0.05) / (low + 0.05);
}

import { expect, it } from 'vitest';
import { nameByBytes } from './file-names.ts';

it.each([
  ['a.html', 'image/png', 'a.html.png'],
  ['a', 'image/png', 'a.png'],
  ['a.PNG', 'image/png', 'a.PNG'],
  ['a.jpeg', 'image/jpeg', 'a.jpeg'],
  ['a.exe', 'application/pdf; x=1', 'a.exe.pdf'],
  ['a.png.', 'image/png', 'a.png..png'],
  ['a.html', 'application/octet-stream', 'a.html'],
  ['a.html', undefined, 'a.html'],
  ['a.html', 'constructor', 'a.html.bin'],
  ['a.mkv', 'video/matroska', 'a.mkv'],
  ['a.mjs', 'audio/webm', 'a.mjs.bin'],
  ['a.svg', 'image/svg+xml', 'a.svg'],
  ['a.html', 'video/matroska', 'a.html.bin'],
  ['a.html', 'audio/opus', 'a.html.bin'],
  ['a.html', 'application/zip', 'a.html.bin'],
  ['a.svg', 'image/x-canon-cr2', 'a.svg.bin'],
  ['a.docx', 'application/zip', 'a.docx'],
  ['a.html', 'text/html', 'a.html'],
])('a file called %s that is %s is offered as %s', (name, mime, offered) =>
  expect(nameByBytes(name, mime)).toBe(offered),
);

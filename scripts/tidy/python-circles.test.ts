import { expect, it } from 'vitest';
import { noPythonCircles } from './python-circles.ts';

const modules = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([name, text]) => [`src/${name}.py`, text]));

it('names every import of a circle of Python modules', () => {
  expect(
    noPythonCircles(modules({ a: 'from .b import B', b: 'from . import c', c: 'from .a import (\n A,\n)' })),
  ).toEqual([
    'src/a.py imports src/b.py, which leads back to it.',
    'src/b.py imports src/c.py, which leads back to it.',
    'src/c.py imports src/a.py, which leads back to it.',
  ]);
});

it('counts an import that only the type checker follows', () => {
  const a = 'if TYPE_CHECKING:\n    from .b import B\n';
  expect(noPythonCircles(modules({ a, b: 'from .a import A' }))).toHaveLength(2);
});

it('accepts modules that two others share, and modules of other packages', () => {
  const texts = { a: 'from .b import B\nfrom .c import C', b: 'from .c import C', c: 'from json import loads' };
  expect(noPythonCircles(modules(texts))).toEqual([]);
});

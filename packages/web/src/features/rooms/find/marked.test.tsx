// @vitest-environment jsdom
import { render } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { Marked } from './marked.tsx';

test('the words stand out wherever they are, and nothing else does', () => {
  const { container } = render(<Marked text="Ficus and fig, a (ficus)" words="ficus (a" />);
  expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Ficus', 'ficus']);
  expect(container.textContent).toBe('Ficus and fig, a (ficus)');
});

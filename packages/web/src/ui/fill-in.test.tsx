import { render } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { fillIn } from './fill-in.tsx';

it('puts elements where the sentence names them, in the order of its language', () => {
  const parts = { who: <bdi>Ada</bdi>, what: <b>Roses</b> };
  expect(render(<p>{fillIn('{who} chose {what}.', parts)}</p>).container.innerHTML).toBe(
    '<p><bdi>Ada</bdi> chose <b>Roses</b>.</p>',
  );
  expect(render(<p>{fillIn('{what}: {who}', parts)}</p>).container.innerHTML).toBe(
    '<p><b>Roses</b>: <bdi>Ada</bdi></p>',
  );
});

it('leaves a sentence without names as it is', () => {
  expect(render(<p>{fillIn('Nothing.', {})}</p>).container.innerHTML).toBe('<p>Nothing.</p>');
});

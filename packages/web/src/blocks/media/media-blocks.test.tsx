import type { ReadBlock } from '@parley/protocol';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Block } from '../block.tsx';
import { durationClock, fileSize } from './asset.ts';
import { loadBlocks } from '../../testing/load-blocks.tsx';

beforeAll(loadBlocks);

afterEach(cleanup);

const asset_id = 'ast_01KAJ8ZJ9M4J0V6W3QX5T2N7RC';
const show = (block: ReadBlock) => render(<Block block={block} />).container;

describe('a picture', () => {
  const picture: ReadBlock = { type: 'image', asset_id, alt_text: 'Two hills', width: 640, height: 360 };

  it('has its place before it is there', () => {
    const image = show(picture).querySelector('img');
    expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['640', '360']);
    expect(image?.getAttribute('src')).toBe(`/v1/assets/${asset_id}`);
    expect(show({ type: 'image', asset_id }).querySelector('[data-phase="loading"]')).toBeTruthy();
  });

  it('is shown in full, and closed again', () => {
    show(picture);
    fireEvent.click(screen.getByRole('button', { name: 'Show in full: Two hills' }));
    expect(document.querySelector('dialog img')?.getAttribute('alt')).toBe('Two hills');
    fireEvent.click(screen.getByLabelText('Close'));
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('says what it showed where it cannot be loaded', () => {
    const container = show(picture);
    fireEvent.error(container.querySelector('img') as HTMLImageElement);
    expect(screen.getByRole('img', { name: 'Two hills' }).textContent).toContain('could not be loaded');
  });
});

describe('a sound and a film', () => {
  it('say how long they are', () => {
    show({ type: 'audio', asset_id, duration_seconds: 83.4 });
    expect(screen.getByText('Sound, 1:23')).toBeTruthy();
    const film = show({ type: 'video', asset_id, duration_seconds: 7322 }).querySelector('video');
    expect(film?.getAttribute('aria-label')).toBe('Film, 2:02:02');
  });

  it.each(['audio', 'video'] as const)('of type %s can be saved where they cannot be played', (type) => {
    const container = show({ type, asset_id });
    fireEvent.error(container.querySelector(type) as HTMLElement);
    expect(screen.getByRole('link', { name: 'Save it' }).getAttribute('href')).toBe(`/v1/assets/${asset_id}`);
  });
});

describe('a film', () => {
  const ratioOf = (size: { width?: number; height?: number }) =>
    Number(
      show({ type: 'video', asset_id, ...size })
        .querySelector('video')
        ?.style.getPropertyValue('--ratio'),
    );

  it('has the shape that the agent tells before it is there, and the usual one without', () => {
    expect(ratioOf({ width: 640, height: 480 })).toBeCloseTo(4 / 3);
    expect(ratioOf({})).toBeCloseTo(16 / 9);
  });

  it('keeps room for its controls however flat or narrow it is', () => {
    expect(ratioOf({ width: 1, height: 5000 })).toBeCloseTo(9 / 16);
    expect(ratioOf({ width: 5000, height: 1 })).toBeCloseTo(21 / 9);
  });
});

describe('a file', () => {
  it('says what it is and how large', () => {
    show({ type: 'file', asset_id, filename: 'herbs.csv', size_bytes: 1536, mime: 'text/csv' });
    expect(screen.getByRole('link').textContent).toBe('herbs.csvTable · 1.5 KB');
  });

  it('is called by the end of its name where its bytes tell nothing', () => {
    show({ type: 'file', asset_id, filename: 'herbs.csv', size_bytes: 41, mime: 'application/octet-stream' });
    expect(screen.getByRole('link').textContent).toBe('herbs.csvTable · 41 B');
    cleanup();
    show({ type: 'file', asset_id, filename: 'core.bin', size_bytes: 41, mime: 'application/octet-stream' });
    expect(screen.getByRole('link').textContent).toBe('core.binFile · 41 B');
  });

  it('does not let its name be read the wrong way round', () => {
    show({ type: 'file', asset_id, filename: 'holiday\u202Egpj.exe' });
    const link = screen.getByRole('link');
    expect(link.textContent).toContain('holidaygpj.exe');
    expect(link.getAttribute('download')).toBe('holidaygpj.exe');
  });
});

it('writes sizes and lengths as people do', () => {
  expect([1, 1023, 1024, 5_000_000, 2 ** 50].map(fileSize)).toEqual(['1 B', '1,023 B', '1 KB', '4.8 MB', '1,024 TB']);
  expect([0.4, 59.6, 3600].map(durationClock)).toEqual(['0:00', '1:00', '1:00:00']);
});

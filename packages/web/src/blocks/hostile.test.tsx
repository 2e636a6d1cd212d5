import type { ReadBlock } from '@parley/protocol';
import { cleanup, render } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { samples } from '../gallery/samples.ts';
import { BlockActionsContext } from './block-context.ts';
import { Blocks } from './blocks.tsx';
import { loadBlocks } from '../testing/load-blocks.tsx';

beforeAll(loadBlocks);

afterEach(cleanup);

const actions = { choose: () => undefined, formStates: {}, messageId: 'msg_1', author: 'Eve', submitForm: null };

function show(blocks: readonly ReadBlock[]): Element {
  return render(
    <BlockActionsContext value={actions}>
      <Blocks blocks={blocks} />
    </BlockActionsContext>,
  ).container;
}

/** Addresses that the page may load from or link to, for blocks of any type. */
const allowed = /^(?:\/v1\/assets\/ast_[0-9A-Z]{26}$|https:\/\/|mailto:|geo:-?\d)/u;
/** Elements that would run code, fetch or restyle. */
const forbidden =
  'script, iframe, object, embed, link, meta, base, style, form[action], [srcdoc], [onerror], [onclick]';

function expectSafe(container: Element): void {
  expect(container.querySelector(forbidden)).toBeNull();
  for (const element of container.querySelectorAll('[href], [src]')) {
    const address = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
    expect(address).toMatch(allowed);
    if (element.hasAttribute('src')) expect(address).toMatch(/^\/v1\/assets\//u);
  }
  for (const element of container.querySelectorAll('[style]'))
    expect(element.getAttribute('style')).not.toMatch(/url|expression|position/u);
}

const hostile = [
  '<script>alert(1)</script>',
  '<img src=https://evil.example/x.png onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '![x](https://evil.example/track.png)',
  '[x](javascript:alert(1)) [y](data:text/html,<script>) [z](//evil.example) [w](vbscript:x)',
  '[x](JaVaScRiPt:alert(1)) <javascript:alert(1)> [y](\u0001javascript:alert(1))',
  '[x]: javascript:alert(1)\n\n[x]',
  '```html\n<script>alert(1)</script>\n```',
  '<style>body{display:none}</style>',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202Etxt.exe\u2066\u0000\uFFFF',
  '=cmd|"/C calc"!A1',
  '__proto__',
  'toString',
  '>'.repeat(190),
  '[a](https://a.example/'.repeat(8),
  'https://user:pass@evil.example/?q=<b>"\'',
  'Ж'.repeat(190),
];

/** Returns the block with each of its texts replaced; names and types stay. */
function withText(value: unknown, text: string, key = ''): unknown {
  if (typeof value === 'string')
    return /^(?:type|.*_id|status|kind|unit|.*_key|.*_type|.*_format|layout|.*_at|min|max|provenance)$/u.test(key)
      ? value
      : text;
  if (Array.isArray(value)) return value.map((each) => withText(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withText(each, text, name)]));
}

interface Vector {
  readonly name: string;
  readonly blocks: unknown;
}

/** Expands a vector: `$repeat` abbreviates a long text or list. */
function expanded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expanded);
  if (typeof value !== 'object' || value === null) return value;
  if ('$repeat' in value) {
    const [part, times] = value.$repeat as [string | unknown[], number];
    return typeof part === 'string' ? part.repeat(times) : Array.from({ length: times }, () => part).flat();
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expanded(member)]));
}

describe('hostile text', () => {
  it.each(samples.map(({ name, blocks }) => [name, blocks] as const))('does nothing in %s', (_, blocks) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    for (const text of hostile) {
      expectSafe(show(withText(blocks, text) as ReadBlock[]));
      cleanup();
    }
    vi.restoreAllMocks();
  });
});

describe('any block', () => {
  const files = import.meta.glob<Vector[]>('../../../../conformance/blocks/valid/*.json', {
    eager: true,
    import: 'default',
  });
  const vectors = Object.entries(files).flatMap(([path, found]) =>
    found.map(({ name, blocks }) => [`${path.split('/').at(-1)}: ${name}`, expanded(blocks) as ReadBlock[]] as const),
  );

  it.each(vectors)('of the vectors is drawn: %s', (_, blocks) => {
    const complaints = vi.spyOn(console, 'error');
    const container = show(blocks);
    expectSafe(container);
    expect(container.textContent).not.toContain('Shown as plain text');
    expect(complaints).not.toHaveBeenCalled();
    complaints.mockRestore();
  });

  it('that fails is shown by its words, and the others stay', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = { type: 'table', columns: ['Left over'] } as unknown as ReadBlock;
    const container = show([broken, { type: 'text', text: 'After it' }]);
    expect(container.textContent).toContain('Left over');
    expect(container.textContent).toContain('After it');
    vi.restoreAllMocks();
  });

  it('that failed is tried again once it is another', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = { type: 'list', title: 'A' } as unknown as ReadBlock;
    const { container, rerender } = render(<Blocks blocks={[broken]} />);
    expect(container.textContent).toContain('Shown as plain text');
    rerender(<Blocks blocks={[{ type: 'list', title: 'A', items: ['whole'] }]} />);
    expect(container.textContent).toContain('whole');
    vi.restoreAllMocks();
  });
});

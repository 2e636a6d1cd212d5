import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeHalfOpen } from './half-open.ts';
import { MarkdownTree } from './markdown-tree.tsx';
import { Markdown } from './markdown.tsx';
import { parseMarkdown } from './parse-markdown.ts';
import { realPlace } from './real-place.ts';

afterEach(cleanup);

// The app loads the parser with the first text that needs it; the tests load it at the start.
beforeAll(async () => {
  render(<Markdown text="*here*" />);
  await waitFor(() => expect(document.querySelector('em')).not.toBeNull());
  cleanup();
});

function html(text: string): string {
  return render(<Markdown text={text} />).container.innerHTML.replaceAll(
    / (class|tabindex|role|aria-label|dir)="[^"]*"/g,
    '',
  );
}

const links = (text: string) =>
  [...render(<Markdown text={text} />).container.querySelectorAll('a')].map((link) => link.getAttribute('href'));

describe('markdown', () => {
  it('renders the subset', () => {
    expect(html('*a* **b** `c`')).toBe('<div><p><em>a</em> <strong>b</strong> <code>c</code></p></div>');
    expect(html('- a\n- b')).toContain('<ul><li><p>a</p></li><li><p>b</p></li></ul>');
    expect(html('3. a')).toContain('<ol start="3">');
    expect(html('> a')).toContain('<blockquote><p>a</p></blockquote>');
    expect(html('```js\nlet a;\n```')).toContain('<pre><code>let a;</code></pre>');
    expect(html('# a')).toBe('<div><h4>a</h4></div>');
    expect(html('~~a~~')).toContain('<del>a</del>');
    expect(html('| a | b |\n| - | - |\n| 1 | 2 |')).toContain('<tbody><tr><td>1</td><td>2</td></tr></tbody>');
    expect(html('- [x] a')).toContain('Done: ');
    expect(html('- [ ] a')).toContain('Not done: ');
  });

  it('draws plain words in their paragraphs at once, without the parser', () => {
    expect(html('a, b.\n\nc: d')).toBe('<div><p>a, b.</p><p>c: d</p></div>');
    expect(links('see https://a.example/')).toEqual(['https://a.example/']);
  });

  it('draws plain words as the parser would', () => {
    for (const text of [
      'a',
      'a\n\n\nb',
      'one\ntwo',
      ' a (b) "c" d!',
      'x = 2 + 3, 50 %',
      'https://a.example/b?c=d. Yes',
    ]) {
      const drawn = html(text);
      cleanup();
      const parsed = render(<MarkdownTree text={text} />).container;
      expect(parsed.textContent.replace(/\s+/g, ' ')).toBe(
        text
          .trim()
          .replace(/\n{2,}/g, '')
          .replace(/\s+/g, ' '),
      );
      expect(drawn.match(/<p>/g)?.length).toBe(parsed.querySelectorAll('p').length);
      cleanup();
    }
  });

  it('shows markup as it was written and builds none of it', () => {
    const { container } = render(<Markdown text={'<img src=x onerror=alert(1)>\n\na <b>b</b> <script>c</script>'} />);
    expect(container.querySelector('img, b, script')).toBeNull();
    expect(container.textContent).toContain('<script>c</script>');
    expect(container.textContent).toContain('<img src=x onerror=alert(1)>');
  });

  it('shows a picture as its description and never fetches it', () => {
    const { container } = render(<Markdown text="![a cat](https://evil.example/track.png)" />);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toBe('a cat');
  });

  it('links to https and mailto only', () => {
    expect(links('[a](https://a.example/) [b](mailto:b@b.example)')).toEqual([
      'https://a.example/',
      'mailto:b@b.example',
    ]);
    expect(links('[a](javascript:alert(1)) [b](http://b.example) [c](data:text/html,x) [d](/v1/session)')).toEqual([]);
    expect(links('[a](java&#10;script:alert(1)) [b](//b.example)')).toEqual([]);
  });

  it('opens links in a tab that learns nothing of this one', () => {
    const link = render(<Markdown text="<https://a.example/>" />).container.querySelector('a');
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(link?.getAttribute('target')).toBe('_blank');
  });

  it('links bare addresses without the full stop behind them', () => {
    expect(links('See https://a.example/b?c=d, or mail ada@a.example.')).toEqual([
      'https://a.example/b?c=d',
      'mailto:ada@a.example',
    ]);
  });

  it('says where a link leads whose text reads like another place', () => {
    const shown = (text: string) => render(<Markdown text={text} />).container.textContent;
    expect(shown('[https://bank.example](https://evil.example/x)')).toBe('https://bank.exampleevil.example');
    expect(shown('[bank.example](https://www.bank.example/x)')).toBe('bank.example');
    expect(shown('[here](https://evil.example/x)')).toBe('here');
    expect(shown('[ada@a.example](mailto:eve@b.example)')).toBe('ada@a.exampleeve@b.example');
    expect(shown('[\u202Emoc.knab](https://evil.example/)')).toBe('moc.knabevil.example');
  });

  it.each([
    ['bank.example', 'https://bank.example/'],
    ['банк.рф', 'https://банк.рф/'],
  ])('leaves the link %s to itself alone unless its host hides letters', (text, href) => {
    expect(realPlace(href, text)).toBe(text === 'bank.example' ? null : 'xn--80ab2al.xn--p1ai');
  });

  it.each([
    'банк.рф',
    '银行。中国',
    'bank．example',
    'बैंक.भारत',
    'ba\u00adnk.example',
    '192.168.0.1',
    'evil.example or bank.example',
    'https://bank.example@evil.example',
    'bank.example@evil.example/login',
    'user:bank.example@evil.example',
    'bank.example\u2044login@evil.example',
    'bank.example:443@evil.example',
    'https://localhost/x',
    'localhost:8080',
    'https://[::1]/',
    '[::1]/x',
    'https://intranet/',
    'https://2130706433/',
    'https://bank%2eexample/',
    'https:/bank.example',
    'https:bank.example',
    'bank.example://evil.example',
    'see:bank.example',
    'https://evil.example@',
    'https://evil.example:99999/',
    'https://[bank]/',
    'bank\u0701example',
    'bank\u0702example',
    'bank\ua4f8example',
    'bank\u06d4example',
    '“bank.example”',
    '[bank.example]',
    'evil.example.bank.example.',
  ])('says where a link leads whose text is %s, in any script', (text) =>
    expect(realPlace('https://evil.example/x', text)).toBe('evil.example'),
  );

  it.each([
    'evil.example',
    'www.evil.example.',
    'EVIL.example/x',
    'ＥＶＩＬ．example',
    'https://evil.example:443/x?next=https://bank.example/#bank.example',
    'http://evil.example',
    'me@evil.example',
    'evil\u3002example!',
    '(see https://evil.example)',
    'evil.example/bank.example',
    'Read more… here, e.g. and/or 12:30 [1:2:3] Wait...what',
    '٢٠٢٥ 5% of it',
  ])('leaves a link alone whose text is %s', (text) => {
    expect(realPlace('https://evil.example/x', text)).toBeNull();
  });

  it('reads the text of a link in time proportional to its length', () => {
    const parts = ['a', 'a.', 'a.b', '.', '@', '://', 'https:', 'a@', '[:', '-', '\u0301', '\u0301\u0323'];
    for (const part of parts) {
      const place = realPlace('https://evil.example/x', `bank.example a${part.repeat(200_000)}a`);
      expect(place).toBe('evil.example');
    }
  });

  it('builds no link that holds a user name or a password', () => {
    expect(links('[a](https://bank.example@evil.example/) https://user:pw@evil.example/x')).toEqual([]);
  });

  it('stops building below twelve levels and keeps the text', () => {
    const { container } = render(<Markdown text={`${'- '.repeat(15)}${'*a **b '.repeat(200)} deep`} />);
    expect(container.querySelectorAll('li').length).toBeLessThanOrEqual(12);
    expect(container.textContent).toContain('deep');
  });

  it('shows what is little but marks, or longer than any text, as it was written', () => {
    for (const text of ['>'.repeat(5000), '['.repeat(256 * 1024), '1. '.repeat(3000), '**a*'.repeat(2500)]) {
      const { container } = render(<Markdown text={text} />);
      expect(container.textContent).toBe(text);
      expect(container.querySelectorAll('*').length).toBe(1);
    }
  });

  it('shows that code holds characters which turn the writing round', () => {
    const { container } = render(<Markdown text={'```\na \u202e b\n```'} />);
    expect(container.querySelector('pre')?.textContent).toBe('a [U+202E] b');
  });

  it('folds long code and opens it', () => {
    const code = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
    const { container } = render(<Markdown text={`\`\`\`\n${code}\n\`\`\``} />);
    expect(container.querySelector('pre')?.textContent).not.toContain('line 39');
    fireEvent.click(screen.getByRole('button', { name: 'Show all 40 lines' }));
    expect(container.querySelector('pre')?.textContent).toContain('line 39');
  });

  it('colours code of a language that it knows', async () => {
    const { container } = render(<Markdown text={'```ts\nconst a = "b";\n```'} />);
    await waitFor(() => expect(container.querySelectorAll('pre span').length).toBeGreaterThan(1));
    expect(container.querySelector('pre')?.textContent).toBe('const a = "b";');
  });
});

describe('a text that grows', () => {
  const whole =
    '# Title\n\nSome *words* here.\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nlet a;\n\nlet b;\n```\n\nend';

  it('is read piece by piece as it is read at once', () => {
    let parts = parseMarkdown('');
    for (let end = 1; end <= whole.length; end += 1) {
      const before = parts;
      parts = parseMarkdown(whole.slice(0, end), parts ?? []);
      const kept = (before ?? []).slice(0, -1);
      expect(parts?.slice(0, kept.length).every((part, index) => part === kept[index])).toBe(true);
    }
    const plain = (value: unknown) => JSON.stringify(value, (key, inner) => (key === 'position' ? undefined : inner));
    expect(plain(parts?.map(({ node }) => node))).toBe(plain(parseMarkdown(whole)?.map(({ node }) => node)));
  });

  it.each([
    ['It is **very impor', 'It is **very impor**'],
    ['a *b **c', 'a *b **c***'],
    ['a **', 'a '],
    ['a `b', 'a `b`'],
    ['see [the page](https://a.exam', 'see the page'],
    ['Items:\n-', 'Items:'],
    ['The answer:\n42', 'The answer:\n42'],
    ['```js\nlet **a', '```js\nlet **a'],
    ['2 * 3 and a_b_c', '2 * 3 and a_b_c'],
    ['**done** and', '**done** and'],
    ['**a**\n\nb *c', '**a**\n\nb *c*'],
  ])('has %j closed as %j', (open, closed) => expect(closeHalfOpen(open)).toBe(closed));
});

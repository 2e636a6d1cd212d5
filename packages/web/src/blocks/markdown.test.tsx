import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Markdown } from './markdown.tsx';

afterEach(cleanup);

function html(text: string): string {
  return render(<Markdown text={text} />).container.innerHTML.replaceAll(
    / (class|tabindex|role|aria-label)="[^"]*"/g,
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
    expect(html('# a')).toBe('<div><p>a</p></div>');
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

  it('stops building below twelve levels and keeps the text', () => {
    const { container } = render(<Markdown text={`${'>'.repeat(200)} deep`} />);
    expect(container.querySelectorAll('blockquote').length).toBeLessThanOrEqual(12);
    expect(container.textContent).toContain('deep');
  });
});

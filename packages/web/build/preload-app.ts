import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Has the page fetch the app's code and styles at once, beside the few lines that begin and load them: a browser that reads them
 * only there would ask a round trip later.
 */
export function preloadApp(name: string): Plugin {
  return {
    name: 'parley-preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const app = chunks.find((chunk) => chunk.name === name);
        if (!app) throw new Error(`The build has no chunk "${name}" to preload.`);
        const scripts = [app.fileName, ...app.imports].filter((file) => !html.includes(file));
        const styles = [...(app.viteMetadata?.importedCss ?? [])];
        return [
          ...scripts.map((file) => link({ rel: 'modulepreload', href: `/${file}` })),
          ...styles.map((file) => link({ rel: 'stylesheet', href: `/${file}` })),
        ];
      },
    },
  };
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { crossorigin: true, ...attrs }, injectTo: 'head' };
}

/** What a template uses of Next.js, which is not installed here: it is large, and nothing else needs it. */
declare module 'next/server' {
  export function after(task: Promise<unknown>): void;
}

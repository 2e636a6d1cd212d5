export { showcaseManifest } from './manifest.ts';
export { startShowcase } from './start-showcase.ts';
export type { ShowcaseOptions } from './start-showcase.ts';

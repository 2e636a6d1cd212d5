/** What an agent needs of the contract while it runs: nothing here needs zod, so that a bundled agent stays small. */
export { acceptBlocks } from './blocks/shapes/accept-blocks.ts';
export * from './event-types.ts';
export * from './id-forms.ts';
export * from './refusals.ts';
export { addressOf } from './routes/call.ts';
export * from './signature-form.ts';
export * from './sse.ts';
export * from './trace-context.ts';
export * from './web-signing.ts';

export { parleyChat } from './parley-chat.ts';
export type { ParleyChatOptions } from './parley-chat.ts';
export type { Question, Questions } from './question-for.ts';

import type { AssistantModelMessage, ModelMessage, UserContent } from 'ai';

/** Joins neighbours of the same role and begins with a person, because the templates of many models refuse anything else. */
export function mergeMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const merged: ModelMessage[] = [];
  const first = messages.findIndex(({ role }) => role === 'user');
  for (const message of messages.slice(Math.max(0, first))) {
    const last = merged.at(-1);
    if (last?.role === 'user' && message.role === 'user') {
      merged[merged.length - 1] = { role: 'user', content: joined(last.content, message.content) };
    } else if (isWords(last) && isWords(message)) {
      merged[merged.length - 1] = {
        role: 'assistant',
        content: `${last.content}\n\n${message.content}`,
      };
    } else merged.push(message);
  }
  return merged;
}

function joined(one: UserContent, other: UserContent): UserContent {
  if (typeof one === 'string' && typeof other === 'string') return `${one}\n\n${other}`;
  return [...asParts(one), ...asParts(other)];
}

const asParts = (content: UserContent) =>
  typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;

const isWords = (message: ModelMessage | undefined): message is AssistantModelMessage & { readonly content: string } =>
  message?.role === 'assistant' && typeof message.content === 'string';

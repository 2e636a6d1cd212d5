import type { CallToolResult } from '@modelcontextprotocol/client';
import { failed, succeeded, type ToolOutcome } from '../tool.ts';
import { answerBytesMax } from './read-answer.ts';

/**
 * Converts the answer of a tool server to an outcome: its structured content, else its text, else its parts unchanged.
 */
export function outcomeOf(result: CallToolResult): ToolOutcome {
  const content = contentOf(result);
  if (Buffer.byteLength(JSON.stringify(content) ?? '') > answerBytesMax) {
    return failed({ code: 'provider_error', status: null, reason: 'answer_too_large' });
  }
  return result.isError === true
    ? failed({ code: 'provider_error', status: null, answer: content })
    : succeeded(content);
}

function contentOf(result: CallToolResult): unknown {
  if (result.structuredContent !== undefined) return result.structuredContent;
  const parts = Array.isArray(result.content) ? (result.content as readonly { type: string; text?: string }[]) : [];
  if (parts.length === 0) return null;
  return parts.every((part) => part.type === 'text') ? parts.map((part) => part.text).join('\n') : parts;
}

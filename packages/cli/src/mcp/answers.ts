import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Desk } from './desk.ts';
import type { Question } from './question.ts';
import { toldOf } from './refuse.ts';

/** A result as data, and the same as text for clients that show nothing else. */
export function answer(data: Readonly<Record<string, unknown>>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(data, null, 2) }], structuredContent: { ...data } };
}

/** An error that a model can act on: code, message and hint. */
export function refusal(error: unknown): CallToolResult {
  return { ...answer({ error: toldOf(error) }), isError: true };
}

/** What came of a question, or how to go on where nothing has yet. */
export function answerOf(desk: Desk, question: Question): CallToolResult {
  const { id, type, kind, outcome } = question;
  const about = { question_id: id, ...(type === 'approval' ? { kind } : {}), decided_by: null };
  if (outcome === null) {
    return answer({
      status: 'waiting',
      ...about,
      next: `The person has not ${type === 'approval' ? 'decided' : 'answered'} yet. Do what can be done meanwhile, then call wait with question_id ${id}.`,
    });
  }
  desk.told(id);
  if (outcome.status === 'failed') {
    const { status, ...error } = outcome;
    return { ...answer({ status, ...about, error }), isError: true };
  }
  const { status, ...rest } = outcome;
  return answer({ status, ...about, ...rest, ...(question.isTold ? { handed_out_before: true } : {}) });
}

import type { TextStreamPart, ToolSet } from 'ai';
import { toolResult, toolUse } from '../blocks.ts';
import type { Context } from '../context.ts';
import type { StreamPiece } from '../streaming/draft.ts';
import { asObject } from './as-object.ts';

/** A call of a tool that the model requests and that a person must approve first. */
export interface WantedCall {
  readonly approvalId: string;
  readonly toolName: string;
  readonly input: unknown;
}

const resultCharacters = 10_000;

/** Streams what the model says and what its tools did, and gives what it wants to be approved. */
export async function showTurn(
  ctx: Context<'message.created'>,
  parts: AsyncIterable<TextStreamPart<ToolSet>>,
): Promise<readonly WantedCall[]> {
  const wanted: WantedCall[] = [];
  const pieces = piecesOf(parts, wanted);
  const first = await pieces.next();
  // A model that only asks says nothing, and there is nothing to show for it but the card.
  if (first.done && wanted.length > 0) return wanted;
  await ctx.stream(startingWith(first, pieces));
  return wanted;
}

async function* piecesOf(
  parts: AsyncIterable<TextStreamPart<ToolSet>>,
  wanted: WantedCall[],
): AsyncGenerator<StreamPiece> {
  for await (const part of parts) {
    if (part.type === 'error') throw part.error;
    const piece = pieceOf(part);
    if (piece !== null) yield piece;
    if (part.type === 'tool-approval-request') {
      wanted.push({ approvalId: part.approvalId, toolName: part.toolCall.toolName, input: part.toolCall.input });
    }
  }
}

/** What a part of the stream shows to people; most of them show nothing. */
function pieceOf(part: TextStreamPart<ToolSet>): StreamPiece | null {
  if (part.type === 'text-delta') return part.text === '' ? null : part.text;
  if (part.type === 'tool-result') return step(part, JSON.stringify(part.output) ?? '');
  if (part.type !== 'tool-error') return null;
  return step(part, part.error instanceof Error ? part.error.message : String(part.error), true);
}

interface Step {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

/** A tool that ran, as a line that can be unfolded; its input and result are for the owner of the agent. */
function step({ toolCallId, toolName, input }: Step, content: string, isError = false): StreamPiece {
  const cut = [...content].slice(0, resultCharacters).join('');
  return [toolUse(toolCallId, toolName, asObject(input)), toolResult(toolCallId, cut, isError)];
}

async function* startingWith<Piece>(
  first: IteratorResult<Piece, unknown>,
  others: AsyncGenerator<Piece>,
): AsyncGenerator<Piece> {
  if (first.done) return;
  yield first.value;
  yield* others;
}

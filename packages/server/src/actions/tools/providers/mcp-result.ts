import { specTypeSchemas, type ContentBlock, type StandardSchemaV1Sync } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { failed, succeeded, type ToolOutcome } from '../tool.ts';
import { schemaOf } from './mcp-schema.ts';
import { ProviderFault } from './provider-fault.ts';
import { answerBytesMax } from './read-answer.ts';

/** The answer to a call. */
export interface McpResult {
  readonly structuredContent: Readonly<Record<string, unknown>> | undefined;
  /** Empty if there is structured content. */
  readonly parts: readonly ContentBlock[];
  readonly isError: boolean;
}

/**
 * Converts the answer of a tool server to an outcome: its structured content, else its text, else its parts unchanged.
 */
export function outcomeOf(result: McpResult): ToolOutcome {
  const content = contentOf(result);
  if (Buffer.byteLength(JSON.stringify(content) ?? '') > answerBytesMax) {
    return failed({ code: 'provider_error', status: null, reason: 'answer_too_large' });
  }
  return result.isError ? failed({ code: 'provider_error', status: null, answer: content }) : succeeded(content);
}

function contentOf({ structuredContent, parts }: McpResult): unknown {
  if (structuredContent !== undefined) return structuredContent;
  if (parts.length === 0) return null;
  return parts.every((part) => part.type === 'text') ? parts.map(({ text }) => text).join('\n') : parts;
}

const callAnswer = z.object({
  content: z.array(z.unknown()).default([]),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().default(false),
});

export const mcpResult = schemaOf((answer): McpResult => {
  const { content, structuredContent, isError } = callAnswer.parse(answer);
  if (structuredContent !== undefined) return { structuredContent, parts: [], isError };
  // Each value takes at least 2 bytes.
  if (countValues(content) > answerBytesMax / 2) throw new ProviderFault('answer_too_large');
  return { structuredContent, parts: content.map(readPart), isError };
});

function countValues(json: unknown): number {
  if (typeof json !== 'object' || json === null) return 1;
  return Object.values(json).reduce((sum: number, value) => sum + countValues(value), 1);
}

const partSchemas: Readonly<Record<string, StandardSchemaV1Sync<unknown, ContentBlock>>> = {
  text: specTypeSchemas.TextContent,
  image: specTypeSchemas.ImageContent,
  audio: specTypeSchemas.AudioContent,
  resource_link: specTypeSchemas.ResourceLink,
  resource: specTypeSchemas.EmbeddedResource,
};

function readPart(part: unknown): ContentBlock {
  const { type } = z.looseObject({ type: z.enum(Object.keys(partSchemas)) }).parse(part);
  const read = partSchemas[type]?.['~standard'].validate(part);
  if (read === undefined || read.issues) throw new Error('A part of the content is invalid.');
  return read.value;
}

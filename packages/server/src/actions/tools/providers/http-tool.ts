import { cleanLine, platformLine } from '@parley/protocol';
import { request, type Agent } from 'undici';
import type { AllowList } from '../../../platform/settings/address-ranges.ts';
import { DialError } from '../../../platform/dialing/dial-error.ts';
import { authorizeTarget } from '../../../platform/dialing/authorize-target.ts';
import type { App } from '../../../chat/conversations/app.ts';
import { defineTool } from '../define-tool.ts';
import type { Redact } from '../redact.ts';
import { compileValidator, slowSchema } from '../validate-arguments.ts';
import { fieldsOf, fill, type Template } from '../template.ts';
import { failed, succeeded, type Tool, type ToolArguments, type ToolOutcome } from '../tool.ts';
import { reachOf, type HttpToolEntry } from '../tools-file.ts';
import { buildUrl, validateUrlFields } from './http-url.ts';
import { isPlain, isTooDeep, plainEncoding } from './provider-fault.ts';
import { answerBytesMax, contentOf, readAnswer } from './read-answer.ts';

/**
 * What an HTTP tool needs: its entry with the environment filled in, and an HTTP agent that reaches permitted addresses
 * only.
 */
export interface HttpToolParts extends Pick<App, 'log'> {
  readonly entry: HttpToolEntry;
  readonly url: Template;
  readonly headers: Readonly<Record<string, Template>>;
  readonly dial: Agent;
  readonly allow: AllowList;
  readonly redact: Redact;
}

/** Creates a tool that makes one HTTP request per call. Throws if its input schema is invalid. */
export function httpTool(parts: HttpToolParts): Tool {
  const { entry, url } = parts;
  const validateSchema = compileValidator(entry.input_schema, () => parts.log.warn({ tool: entry.name }, slowSchema));
  return {
    name: entry.name,
    scope: entry.scope,
    description: entry.description,
    inputSchema: entry.input_schema,
    policy: entry.policy,
    standing: entry.standing,
    definition: defineTool({ ...entry, inputSchema: entry.input_schema, where: entry.http.url }),
    kind: 'tool_invocation',
    reach: reachOf(entry),
    repeatable: entry.http.method === 'GET',
    validate: (args) => validateSchema(args) ?? validateUrlFields(url, args),
    action: (_args, agentName) => actionOf(agentName, entry.name, entry.description),
    coinAmount: () => null,
    runs: { where: 'outside', run: (call, signal) => callProvider(parts, call.arguments, signal) },
  };
}

/** Returns the sentence that a person reads before they approve: one line of limited length. */
export function actionOf(agentName: string, tool: string, description: string): string {
  // Cut first, because Unicode normalization of a long text is slow.
  const line = cleanLine(description.slice(0, 1000));
  const characters = [...line];
  const short = characters.length > 300 ? `${characters.slice(0, 299).join('')}…` : line;
  const use = { name: agentName, tool };
  return short === '' ? platformLine('use', use) : platformLine('useFor', { ...use, what: short });
}

async function callProvider(parts: HttpToolParts, args: ToolArguments, signal: AbortSignal): Promise<ToolOutcome> {
  const { entry, url: template, allow, dial, redact } = parts;
  const { method } = entry.http;
  const inUrl = fieldsOf(template);
  const others = Object.fromEntries(Object.entries(args).filter(([name]) => !inUrl.includes(name)));
  const inQuery = method === 'GET' || method === 'DELETE';
  const url = buildUrl(template, args, inQuery ? others : {});
  if (!authorizeTarget(url.href, allow).ok) return { ...unreached('address_refused'), unreached: true };
  try {
    const answer = await request(url, {
      dispatcher: dial,
      method,
      signal,
      headers: headersOf(parts, inQuery ? {} : { 'content-type': 'application/json' }),
      ...(inQuery ? {} : { body: JSON.stringify(others) }),
    });
    const { statusCode: status } = answer;
    // A destroyed body emits an error, which would end the process if nothing handled it.
    answer.body.on('error', () => undefined);
    if (status < 200 || status > 299) {
      answer.body.destroy();
      return failed({ code: 'provider_error', status });
    }
    if (!isPlain(answer.headers)) {
      answer.body.destroy();
      return failed({ code: 'provider_error', status, reason: 'answer_encoded' });
    }
    const body = await readAnswer(answer.body, answerBytesMax);
    if (body === null) return failed({ code: 'provider_error', status, reason: 'answer_too_large' });
    const content = contentOf(body, String(answer.headers['content-type'] ?? ''));
    if (isTooDeep(content)) return failed({ code: 'provider_error', status, reason: 'answer_too_deep' });
    return succeeded(redact(content));
  } catch (error) {
    if (error instanceof DialError) return { ...unreached(error.failure), unreached: true };
    return unreached('connection_failed');
  }
}

/** Returns the outcome for a missing or incomplete answer. The error is not passed on: it may quote the request. */
function unreached(reason: string): ToolOutcome {
  return failed({ code: 'provider_error', status: null, reason });
}

function headersOf({ headers }: HttpToolParts, base: Readonly<Record<string, string>>): Record<string, string> {
  const own: [string, string][] = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    fill(value, () => ''),
  ]);
  const written = Object.fromEntries(own);
  return { accept: 'application/json', 'user-agent': 'Parley/1', ...base, ...written, ...plainEncoding };
}

import type { Tool, ToolSet } from 'ai';
import type { DecisionRequest } from '../results/invoke-options.ts';
import type { WantedCall } from './show-turn.ts';

/** What a person is asked about a call of a tool. The arguments of the call are shown beside it. */
export type Question = Pick<DecisionRequest<unknown>, 'action' | 'details'>;

/** For tools by name: what a person is asked about a call with this input. */
export type Questions<Tools extends ToolSet> = {
  readonly [Name in keyof Tools]?: (input: InputOf<Tools[Name]>) => Question;
};

type InputOf<One> = One extends Tool<infer Input> ? Input : unknown;

const longestAction = 300;

/** What a person is asked about a call: as the author says it for this tool, else what the tool does. */
export function questionFor(
  { toolName, input }: WantedCall,
  { tools = {}, ask = {} }: { readonly tools?: ToolSet; readonly ask?: Questions<ToolSet> },
): Question {
  const own = Object.hasOwn(ask, toolName) ? ask[toolName] : undefined;
  if (own) return own(input);
  const description = Object.hasOwn(tools, toolName) ? tools[toolName]?.description : undefined;
  const action = description?.replaceAll(/\s+/g, ' ').trim() || `Run ${toolName}`;
  const characters = Array.from(action);
  const isLong = characters.length > longestAction;
  return { action: isLong ? `${characters.slice(0, longestAction - 1).join('')}…` : action };
}

import type { BlockFault } from '../block-fault.ts';
import { chartFault } from '../chart-rules.ts';
import { conflictingActions } from '../conflicting-actions.ts';
import type { Action } from '../field-schemas.ts';
import { fieldsFault } from '../form-rules.ts';
import {
  validateBlocks,
  type BlockRule,
  type BlockRules,
  type BlocksVerdict,
  type ReplyMode,
} from '../validate-blocks.ts';
import { toolUseFault } from '../json-values.ts';
import type { BlockType } from '../registry.ts';
import { schemaFault } from '../schema-fault.ts';
import { raggedRow } from '../table-rules.ts';
import { datePickerFault, eventFault } from '../time-rules.ts';
import { blockShapes } from './block-shapes.ts';
import { shapeIssues } from './shape-issues.ts';
import type { Shape } from './shape.ts';

/**
 * Returns the same result as the platform's own check, but uses a table of shapes instead of the schemas, so that it takes few
 * bytes.
 */
export function acceptBlocks(input: unknown, mode: ReplyMode): BlocksVerdict {
  return validateBlocks(rules, input, mode);
}

const checks: { readonly [Type in BlockType]?: BlockRule['check'] } = {
  card: ({ actions }: { readonly actions?: readonly Action[] }) => conflictingActions('actions', actions ?? []),
  buttons: ({ buttons }: { readonly buttons: readonly Action[] }) => conflictingActions('buttons', buttons),
  form: ({ fields }: { readonly fields: Parameters<typeof fieldsFault>[0] }) => fieldsFault(fields),
  table: raggedRow,
  tool_use: toolUseFault,
  event: eventFault,
  date_picker: datePickerFault,
  chart: chartFault,
};

const rules = Object.fromEntries(
  Object.entries(blockShapes).map(([type, { sender, shape }]) => [
    type,
    { sender, shapeFault: (block: object) => shapeFault(shape, block), check: checks[type as BlockType] },
  ]),
) as BlockRules;

function shapeFault(shape: Shape, block: object): BlockFault | null {
  const issues = shapeIssues(shape, block);
  return issues.length === 0 ? null : schemaFault(issues, block, (path) => fieldsAt(shape, path));
}

function fieldsAt(shape: Shape, [key, ...rest]: readonly PropertyKey[]): string[] {
  if (shape.is === 'array') return key === undefined ? [] : fieldsAt(shape.item, rest);
  if (shape.is !== 'object') return [];
  if (key === undefined) return Object.keys(shape.fields);
  const field = Object.hasOwn(shape.fields, key) ? shape.fields[String(key)] : undefined;
  return field === undefined ? [] : fieldsAt(field, rest);
}

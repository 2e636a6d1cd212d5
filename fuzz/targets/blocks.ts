import fc from 'fast-check';
import { acceptBlocks, blockReasons, blocksAsText, blocksJsonSchema, readBlocks, type Refusal } from '@parley/protocol';
import { parseStrictJson } from '../../packages/server/src/http/doors/strict-json.ts';
import { compileValidator } from '../../packages/server/src/actions/tools/validate-arguments.ts';
import { changeJson, jsonChange } from '../inputs/change-json.ts';
import { fromSchema } from '../inputs/from-schema.ts';
import { leadsSomewhere } from '../oracles/json-pointer.ts';
import { claim, claimSame, oneOf, type Target } from '../target.ts';

const schema = blocksJsonSchema('https://parley.example/schemas/v1/blocks.schema.json');
const validatePublished = compileValidator(schema);

/** What an agent sends, `{mode, blocks}`: the verdict on it, and what the published schema says of the same. */
export const blocks: Target = {
  name: 'blocks',
  tokens: [
    '1e999',
    '"__proto__":1,',
    '"type":',
    'null',
    '{}',
    '[]',
    '-1',
    '\\u0000',
    '😀',
    '"2026-01-31T09:00Z"',
    '"2026-02-30T09:00:00Z"',
    '"2026-01-31t09:00:00z"',
  ],
  inputs: fc
    .tuple(
      fc.record({
        mode: oneOf('final', 'final', 'partial'),
        blocks: fc.array(fromSchema(schema), { minLength: 1, maxLength: 3 }),
      }),
      fc.array(jsonChange, { maxLength: 2 }),
    )
    .map(([request, changes]) => Buffer.from(JSON.stringify(changes.reduce(changeJson, request)))),
  check(input) {
    const parsed = parseStrictJson(input);
    const request = parsed.ok ? parsed.value : null;
    if (typeof request !== 'object' || request === null) return;
    const { mode, blocks: sent } = request as { mode?: unknown; blocks?: unknown };
    const before = JSON.stringify(sent);
    const verdict = acceptBlocks(sent, mode === 'partial' ? 'partial' : 'final');
    claimSame(JSON.stringify(sent), before, 'the blocks after they were checked');
    if (!verdict.ok) return checkRefusal(verdict.refusal, request, sent);
    for (const block of verdict.blocks)
      claimSame(validatePublished({ ...block }), null, 'what the published schema says of a block that is taken');
    for (const ownsAgent of [true, false]) {
      const line = blocksAsText(readBlocks(verdict.blocks, { ownsAgent }));
      claim(
        [...line].length <= 200 && !/[\p{Cc}\u2028\u2029]/u.test(line),
        `The line is not one: ${JSON.stringify(line)}`,
      );
    }
  },
};

/** Rules across fields and beyond the shape, which the published schema leaves to the verdict. */
const beyondTheSchema = new Set([
  'not_sendable',
  'chart_requires_final',
  'too_deep',
  'ragged_row',
  'conflicting_payload',
  'options_required',
  'duplicate_field',
  'duplicate_form_id',
  'ends_before_starts',
  'chart_data_key_missing',
  'chart_y_axis_range',
  'chart_pie_negative',
  'chart_scatter_x_not_number',
  'chart_category_too_long',
]);

function checkRefusal(refusal: Refusal, request: object, sent: unknown): void {
  const { code, path = '', reason } = refusal;
  claim(leadsSomewhere(request, path), `The path leads nowhere: ${JSON.stringify(path)}`);
  if (code !== 'block_invalid') return;
  claim((blockReasons as readonly unknown[]).includes(reason), `There is no reason ${reason}.`);
  claim(refusal.message !== undefined && refusal.hint !== undefined, `It does not say how to mend ${reason}.`);
  const index = Number(path.split('/')[2]);
  const block: unknown = Array.isArray(sent) ? sent[index] : undefined;
  if (typeof block !== 'object' || block === null || Array.isArray(block) || holdsProto(block)) return;
  const fault = validatePublished(block as Record<string, unknown>);
  claim(
    fault !== null || beyondTheSchema.has(reason ?? ''),
    `The published schema takes what is refused as ${reason} at ${path}.`,
  );
}

/** No schema can speak of this key, which the verdict refuses everywhere; nor of numbers beyond a double. */
function holdsProto(block: object): boolean {
  return /"__proto__":|:null/.test(JSON.stringify(block));
}

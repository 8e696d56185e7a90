import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { onceFor } from '../../../platform/concurrency.js';
import { canonicalJson } from '../../../platform/json.js';
import {
  AGENT_TOOLS,
  type AgentToolName,
  type AgentToolRow,
} from '../../../registry/agent-tools.js';
import { problem } from '../../../registry/errors.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { toWire, withFieldsUnder } from './names.js';

/** The change of one member; null stands for no value. */
interface EffectChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The effect of a write on one object: as data, and as a text that contains no user input. */
export interface Effect {
  readonly action: string;
  readonly summary: string;
  /** The id of an object that the write creates is null. */
  readonly target: {
    readonly kind: 'mod' | 'version';
    readonly modId: string | null;
    readonly versionId: string | null;
  };
  readonly changes: readonly EffectChange[];
}

/** A document, member by member. */
export type Document = Readonly<Record<string, unknown>>;

/**
 * The differences between two states of a document, in the order of the members of `after`. If
 * `before` is null, the members of the new document that are not empty.
 */
export function changesOf(before: Document | null, after: Document): EffectChange[] {
  return Object.keys(after).flatMap((field) => {
    const from = before?.[field] ?? null;
    const to = after[field] ?? null;
    const isSame = before === null ? isNothing(to) : isDeepStrictEqual(from, to);
    return isSame ? [] : [{ field, from, to }];
  });
}

/** Returns true for null and for empty objects and arrays. */
function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/**
 * Returns whether a write would have exactly the announced effects, which the database stores as
 * JSON.
 */
export function areSameEffects(announced: unknown, effects: readonly Effect[]): boolean {
  return canonicalJson(announced) === canonicalJson(effects);
}

/** The path of a tool's input among the arguments of the operation. */
const INPUT = 'input.input';

/** The unvalidated result of a tool. */
export interface ToolResult {
  /** The result of the verbs. Only members of the output schema are shown. */
  readonly value: unknown;
  /** The effects of a write; undefined for a read. */
  readonly effects?: readonly Effect[];
  /** For a read that begins a download: the input with which a replay continues the same one. */
  readonly replayInput?: object;
  /** For a write: the target in the audit log. */
  readonly target?: { readonly kind: string; readonly id: string };
}

/** A successful run: its output matches the schema. */
interface Done extends Pick<ToolResult, 'effects' | 'target' | 'replayInput'> {
  readonly output: Readonly<Record<string, unknown>>;
}

/** Runs a tool with validated input. */
export type Run = (ctx: RequestContext) => Promise<Done>;

/** A registered tool. */
export interface Tool extends AgentToolRow {
  readonly name: AgentToolName;
  /** JSON Schema 2020-12, generated from the schemas that validate. */
  readonly inputSchema: object;
  readonly outputSchema: object;
  /**
   * Validates an input and returns the function that runs the tool. Throws `invalid_input` with all
   * faulty fields. The run throws the errors of its verbs, and `invalid_tool_output`.
   */
  prepare(input: unknown): Promise<Run>;
}

interface Definition<I extends z.ZodType> {
  readonly name: AgentToolName;
  readonly input: I;
  readonly output: z.ZodObject;
  /** Calls the verbs of the domain as the viewer, so that their access rules apply. */
  run(ctx: RequestContext, input: z.output<I>): Promise<ToolResult>;
}

/** Creates a tool from its schemas and the verbs that it calls. */
export function defineTool<I extends z.ZodType>(definition: Definition<I>): Tool {
  const { name, input, output, run } = definition;
  // Generated at the first use, because only agents read the schemas, and a start would wait.
  const schemas = onceFor(() => ({
    input: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
    output: z.toJSONSchema(output, { unrepresentable: 'any' }),
  }));
  return {
    ...AGENT_TOOLS[name],
    name,
    get inputSchema() {
      return schemas().input;
    },
    get outputSchema() {
      return schemas().output;
    },
    async prepare(given) {
      const values = await withFieldsUnder(INPUT, () => checked(input, given));
      return async (ctx) => {
        const { value, ...others } = await withFieldsUnder(INPUT, () => run(ctx, values));
        return { output: checkedOutput(name, output, value), ...others };
      };
    },
  };
}

/** The log records where an output is invalid, but not its values. */
function checkedOutput(name: AgentToolName, schema: z.ZodObject, value: unknown) {
  const result = schema.safeParse(toWire(schema, value));
  if (result.success) return result.data;
  const places = result.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`);
  const log = `${name} returned members that its schema does not have: ${places.join(', ')}`;
  throw problem('invalid_tool_output', { retryAfterSeconds: 5, log });
}

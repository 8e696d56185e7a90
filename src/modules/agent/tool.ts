import { z } from 'zod';
import { AGENT_TOOLS, type AgentToolName, type AgentToolRow } from '../../registry/agent-tools.js';
import { problem } from '../../registry/errors.js';
import { checked } from '../../request/checked.js';
import type { RequestContext } from '../../request/context.js';
import type { Effect } from './effect.js';
import { inPlace } from './field-names.js';
import { toWire } from './wire-names.js';

/** What the input of a tool is called among the arguments of the operation. */
export const INPUT = 'input.input';

/** What a tool answers before anybody has checked it. */
export interface Answered {
  /** As verbs give it; what the output schema has of it is shown. */
  readonly value: unknown;
  /** Of a write. */
  readonly effects?: readonly Effect[];
  /** Of a read that takes something for itself: the input with which it is answered with the same again. */
  readonly again?: object;
  /** Of a write: what the audit log says that it was about. */
  readonly target?: { readonly kind: string; readonly id: string };
}

/** A run of a tool that has ended well: its output fits the schema. */
export interface Done extends Pick<Answered, 'effects' | 'target' | 'again'> {
  readonly output: Readonly<Record<string, unknown>>;
}

/** What runs a tool with an input that was checked. */
export type Run = (ctx: RequestContext) => Promise<Done>;

/** A registered tool. */
export interface Tool extends AgentToolRow {
  readonly name: AgentToolName;
  /** JSON Schema 2020-12, both of the very definitions that check. */
  readonly inputSchema: object;
  readonly outputSchema: object;
  /**
   * Checks an input and answers what runs the tool with it. Throws `invalid_input` naming all
   * fields; the run throws what the verbs behind it throw, and `invalid_tool_output`.
   */
  prepare(input: unknown): Promise<Run>;
}

interface Definition<I extends z.ZodType> {
  readonly name: AgentToolName;
  readonly input: I;
  readonly output: z.ZodObject;
  /** Calls the verbs of the domain as the viewer; nothing is implemented a second time. */
  run(ctx: RequestContext, input: z.output<I>): Promise<Answered>;
}

/** Makes a tool of its schemas and of the verbs that it calls. */
export function defineTool<I extends z.ZodType>(definition: Definition<I>): Tool {
  const { name, input, output, run } = definition;
  return {
    ...AGENT_TOOLS[name],
    name,
    inputSchema: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
    outputSchema: z.toJSONSchema(output, { unrepresentable: 'any' }),
    async prepare(given) {
      const values = await inPlace(INPUT, () => checked(input, given));
      return async (ctx) => {
        const { value, ...others } = await inPlace(INPUT, () => run(ctx, values));
        return { output: checkedOutput(name, output, value), ...others };
      };
    },
  };
}

/** What is wrong with an output is for the log to know: where, and nothing of what stands there. */
function checkedOutput(name: AgentToolName, schema: z.ZodObject, value: unknown) {
  const result = schema.safeParse(toWire(schema, value));
  if (result.success) return result.data;
  const places = result.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`);
  const log = `${name} answered what its schema does not have: ${places.join(', ')}`;
  throw problem('invalid_tool_output', { retryAfterSeconds: 5, log });
}

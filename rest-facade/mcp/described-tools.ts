import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { AGENT_TOOLS, type AgentToolRow, isAgentTool } from '../../src/registry/agent-tools.js';

type JsonSchema = Readonly<Record<string, unknown>>;

const schema = z.looseObject({});

/** The body of the route that lists the tools. */
const listing = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      input_schema: schema,
      output_schema: schema,
      writes: z.boolean(),
    }),
  ),
});

/** The tool names of the gateway, by their names in MCP. */
const GATEWAY_NAMES: ReadonlyMap<string, string> = new Map(
  Object.keys(AGENT_TOOLS).map((name) => [mcpName(name), name]),
);

/** The name of a gateway tool in MCP. Many programs accept only letters, digits, `_` and `-`. */
function mcpName(name: string): string {
  return name.replaceAll('.', '_');
}

/** The gateway's name of a tool with a name in MCP. An unknown name is returned unchanged. */
export function gatewayName(name: string): string {
  return GATEWAY_NAMES.get(name) ?? name;
}

/**
 * Whether a gateway tool writes. A writing tool takes `input` and `confirmation_token`. False for
 * an unknown name.
 */
export function isWriting(name: string): boolean {
  return isAgentTool(name) && AGENT_TOOLS[name].writes;
}

/**
 * Converts the body of the route that lists the tools to their descriptions in MCP. Throws if the
 * body has another form.
 */
export function describeTools(body: unknown): Tool[] {
  return listing.parse(body).data.map((tool) => {
    const { name, description, writes, input_schema: input, output_schema: output } = tool;
    return {
      name: mcpName(name),
      description: withMcpNames(description),
      inputSchema: { type: 'object', ...(writes ? confirmable(input) : input) },
      outputSchema: { type: 'object', ...(writes ? announced(output) : output) },
      ...(isAgentTool(name) ? { annotations: hintsOf(AGENT_TOOLS[name]) } : {}),
    };
  });
}

function withMcpNames(text: string): string {
  return [...GATEWAY_NAMES].reduce(
    (renamed, [name, original]) => renamed.replaceAll(`\`${original}\``, `\`${name}\``),
    text,
  );
}

function hintsOf({ writes, destructive, idempotent }: AgentToolRow): Tool['annotations'] {
  if (!writes) return { readOnlyHint: true };
  return { readOnlyHint: false, destructiveHint: destructive, idempotentHint: idempotent };
}

/**
 * The arguments of a tool that writes. The input has its own member, because the schema of one may
 * be a choice of several, which models do not accept as the schema of all arguments.
 */
function confirmable({ $schema, ...input }: JsonSchema): JsonSchema {
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: 'object',
    properties: {
      input,
      confirmation_token: {
        type: 'string',
        description:
          'Omit it at first. To apply the announced effects, send the token of that result with ' +
          'exactly the same `input`, after the user has agreed.',
      },
    },
    required: ['input'],
    additionalProperties: false,
  };
}

/** The result of a tool that writes: announced effects, or the effects and the output. */
function announced({ $schema, ...output }: JsonSchema): JsonSchema {
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: 'object',
    properties: {
      dry_run: { type: 'boolean', description: 'True if nothing has been written yet.' },
      effects: { type: 'array', items: EFFECT },
      confirmation: CONFIRMATION,
      output,
    },
    required: ['dry_run', 'effects'],
  };
}

const text = { type: 'string' };
const optionalId = { type: ['string', 'null'] };

const EFFECT: JsonSchema = {
  type: 'object',
  properties: {
    action: text,
    summary: text,
    target: {
      type: 'object',
      properties: { kind: text, mod_id: optionalId, version_id: optionalId },
      required: ['kind'],
    },
    changes: {
      type: 'array',
      items: { type: 'object', properties: { field: text }, required: ['field'] },
    },
  },
  required: ['action', 'summary', 'target', 'changes'],
};

const CONFIRMATION: JsonSchema = {
  type: 'object',
  description: 'Only after a dry run.',
  properties: { token: text, expires_at: { ...text, format: 'date-time' } },
  required: ['token', 'expires_at'],
};

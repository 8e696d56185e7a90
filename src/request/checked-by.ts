import { Extensions } from 'type-graphql';
import { z } from 'zod';

/**
 * Attaches a schema to an input type, so that the OpenAPI document shows the same lengths and
 * formats. This decorator does not validate; the verb does.
 */
export function CheckedBy(schema: z.ZodObject): ClassDecorator {
  const jsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Extensions({ jsonSchema });
}

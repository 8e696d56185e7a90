import { Extensions } from 'type-graphql';
import { z } from 'zod';

/**
 * Names the schema that an input type is checked by, so that the OpenAPI document tells clients
 * the same lengths and forms. Nothing is checked here: that is for the verb to do.
 */
export function CheckedBy(schema: z.ZodObject): ClassDecorator {
  const jsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Extensions({ jsonSchema });
}

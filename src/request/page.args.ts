import { ArgsType, Extensions, Field, Int } from 'type-graphql';
import { LIMITS } from '../registry/limits.js';

/** The cursor and page size of a list. */
@ArgsType()
export class PageArgs {
  @Field(() => String, {
    nullable: true,
    description: 'The `next_cursor` of the previous page. Keep the same filters and order.',
  })
  readonly cursor?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `1 to ${LIMITS.pageSizeMax}, ${LIMITS.pageSizeDefault} if omitted.`,
  })
  @Extensions({
    jsonSchema: { minimum: 1, maximum: LIMITS.pageSizeMax, default: LIMITS.pageSizeDefault },
  })
  readonly limit?: number | null;
}

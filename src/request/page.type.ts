import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { Page } from './page.js';

/** The pagination part of a page. */
@ObjectType({ simpleResolvers: true })
export class Pagination {
  @Field(() => String, { nullable: true, description: 'Opaque; null on the last page.' })
  readonly nextCursor!: string | null;

  @Field(() => Boolean)
  readonly hasMore!: boolean;

  @Field(() => Int)
  readonly limit!: number;
}

/**
 * Creates the GraphQL type of one page of items: `const GamePage = pageType('GamePage', () =>
 * Game)`.
 */
export function pageType<T extends object>(
  name: string,
  item: () => ClassType<T>,
): ClassType<Page<T>> {
  @ObjectType(name, { simpleResolvers: true })
  class PageOf implements Page<T> {
    @Field(() => [item()])
    readonly items!: readonly T[];

    @Field(() => Pagination)
    readonly pagination!: Pagination;
  }
  return PageOf;
}

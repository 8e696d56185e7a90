import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Scoped } from '../../../request/scoped.js';
import { UserAccount } from './account.type.js';
import { getUser } from './get-user.js';

/** Queries for public accounts. */
@Resolver()
export class AccountsResolver {
  @Query(() => UserAccount, { description: 'Finds an account by its exact username.' })
  @Scoped('anonymous', 'mods:read')
  getUser(
    @Ctx() ctx: RequestContext,
    @Arg('username', () => String, { description: 'The exact username.' }) username: string,
  ): Promise<UserAccount> {
    return getUser(ctx, username);
  }
}

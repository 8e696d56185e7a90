import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Scoped } from '../../../request/scoped.js';
import { AccountKey, RevealedAccountKey } from './account-key.type.js';
import { openAccountKey } from './open-account-key.js';
import { revealAccountKey } from './reveal-account-key.js';
import { rotateAccountKey } from './rotate-account-key.js';

/** The account key, for its owner in a browser session only (Spec 5.4). */
@Resolver()
export class AccountKeysResolver {
  @Mutation(() => AccountKey, {
    description: 'Returns the masked account key. Creates it on the first call.',
  })
  @Scoped('required', 'credentials:manage')
  openAccountKey(@Ctx() ctx: RequestContext): Promise<AccountKey> {
    return openAccountKey(ctx);
  }

  @Mutation(() => RevealedAccountKey, {
    description: 'Returns the account key with its secret. Needs a recent second factor.',
  })
  @Scoped('required', 'credentials:manage')
  revealAccountKey(@Ctx() ctx: RequestContext): Promise<RevealedAccountKey> {
    return revealAccountKey(ctx);
  }

  @Mutation(() => RevealedAccountKey, {
    description:
      'Replaces the account key. The previous key ends at once. Needs a recent second factor.',
  })
  @Scoped('required', 'credentials:manage')
  rotateAccountKey(@Ctx() ctx: RequestContext): Promise<RevealedAccountKey> {
    return rotateAccountKey(ctx);
  }
}

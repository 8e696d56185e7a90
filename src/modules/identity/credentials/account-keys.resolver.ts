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
  @Mutation(() => AccountKey, { description: 'Masked; made when it is opened first.' })
  @Scoped('required', 'credentials:manage')
  openAccountKey(@Ctx() ctx: RequestContext): Promise<AccountKey> {
    return openAccountKey(ctx);
  }

  @Mutation(() => RevealedAccountKey, { description: 'Needs a recent second factor.' })
  @Scoped('required', 'credentials:manage')
  revealAccountKey(@Ctx() ctx: RequestContext): Promise<RevealedAccountKey> {
    return revealAccountKey(ctx);
  }

  @Mutation(() => RevealedAccountKey, {
    description: 'Needs a recent second factor; the key before it ends at once.',
  })
  @Scoped('required', 'credentials:manage')
  rotateAccountKey(@Ctx() ctx: RequestContext): Promise<RevealedAccountKey> {
    return rotateAccountKey(ctx);
  }
}

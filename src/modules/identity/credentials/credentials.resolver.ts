import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Scope } from '../../../registry/scopes.js';
import type { RequestContext } from '../../../request/context.js';
import { isId, newId } from '../../../request/ids.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import { type Page, PageArgs } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { transact } from '../../../request/transact.js';
import { type ApiKey, ApiKeyPage, CreatedApiKey } from './api-key.type.js';
import { ApiKeyCapabilities, getCapabilities } from './capabilities.js';
import { recordChange, revokeApiKey, rotateApiKey } from './change-keys.js';
import { CreateApiKeyInput, createApiKey } from './create-api-key.js';
import { unknownMod } from './key-refusals.js';
import { listApiKeys } from './read-keys.js';
import { makeSecret } from './secret.js';

/**
 * API keys and tokens for a user's programs (Spec 4.5). The need `account` means that a credential
 * with the scope needs no role: the operations concern its own account.
 */
@Resolver()
export class CredentialsResolver {
  @Query(() => ApiKeyPage, {
    description: "The viewer's tokens and keys, newest first, without secrets.",
  })
  @Scoped('required', 'credentials:manage')
  @Reads('account')
  listApiKeys(
    @Ctx() ctx: RequestContext,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<ApiKey>> {
    return listApiKeys(ctx, page);
  }

  /**
   * The options for a new key: the limits, the scopes with whether this credential can grant each,
   * and the mods that a key may be limited to.
   */
  @Query(() => ApiKeyCapabilities)
  @Scoped('required', 'credentials:manage')
  @Reads('account')
  getApiKeyCapabilities(@Ctx() ctx: RequestContext): Promise<ApiKeyCapabilities> {
    return getCapabilities(ctx);
  }

  /**
   * Creates a key that is limited to the named mods, or to none. Only this result has its secret.
   */
  @Mutation(() => CreatedApiKey)
  @Scoped('required', 'credentials:manage')
  @Writes('account', 'credential', null)
  createApiKey(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
  ): Promise<CreatedApiKey> {
    return createApiKey(ctx, input);
  }

  /**
   * Creates a successor of a key, with the same rights and expiry and a new secret. The old secret
   * stays valid for ten minutes.
   */
  @Mutation(() => CreatedApiKey)
  @Scoped('required', 'credentials:manage')
  @Writes('account', 'credential', 'id')
  rotateApiKey(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<CreatedApiKey> {
    return rotateApiKey(ctx, id);
  }

  @Mutation(() => Boolean, {
    description:
      'Revokes a key, and the keys that it created. Returns true, also if the key had already ended.',
  })
  @Scoped('required', 'credentials:manage')
  @Writes('account', 'credential', 'id')
  async revokeApiKey(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<boolean> {
    await revokeApiKey(ctx, id);
    return true;
  }
}

/** A token to create. */
interface NewToken {
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The mods that the token is limited to; null for all rights of its user. */
  readonly modIds: readonly string[] | null;
  /** Null for a token that never expires. */
  readonly lifetimeSeconds: number | null;
  /**
   * Whether its creation counts as a step-up at that time, and its scopes as granted under AAL2.
   */
  readonly aal2: boolean;
}

/** A new token. Its secret is readable only here. `expiresAt` is null if it never expires. */
interface CreatedToken {
  readonly id: string;
  readonly secret: string;
  readonly scopes: readonly Scope[];
  /** The mods that the token is limited to, without duplicates; null for all rights of its user. */
  readonly modIds: readonly string[] | null;
  readonly expiresAt: Date | null;
}

/**
 * Creates a personal access token, and records it (`recordChange`). For operators, so neither the
 * scopes nor the number of tokens are limited. Spec 5.4. Throws `not_found` if a mod does not
 * exist.
 */
export async function createToken(ctx: RequestContext, token: NewToken): Promise<CreatedToken> {
  const { clock, db, keys } = ctx.platform;
  const modIds = [...new Set(token.modIds ?? [])];
  const where = { id: { in: modIds.filter(isId) } };
  const known = await db.mod.findMany({ where, select: { id: true } });
  const unknown = modIds.find((modId) => !known.some(({ id }) => id === modId));
  if (unknown) throw unknownMod(unknown);
  const now = clock.now();
  const expiresAt =
    token.lifetimeSeconds === null ? null : new Date(now.getTime() + token.lifetimeSeconds * 1000);
  const secret = makeSecret(keys, 'pat');
  const id = newId();
  await transact(ctx, async (tx) => {
    const row = await tx.credential.create({
      data: {
        id,
        kind: 'pat',
        userId: token.userId,
        name: token.name,
        keyId: secret.keyId,
        secretHash: secret.hash,
        scopes: [...token.scopes],
        limited: token.modIds !== null,
        modIds,
        aal2At: token.aal2 ? now : null,
        aal2Scopes: token.aal2 ? [...token.scopes] : [],
        expiresAt,
        createdAt: now,
      },
    });
    await recordChange(tx, ctx, row, 'created');
  });
  const { scopes } = token;
  return { id, secret: secret.text, scopes, modIds: token.modIds && modIds, expiresAt };
}

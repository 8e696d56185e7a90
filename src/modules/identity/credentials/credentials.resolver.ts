import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { PageArgs } from '../../../request/page.args.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { CreateApiKeyInput } from './api-key.input.js';
import { type ApiKey, ApiKeyPage, CreatedApiKey } from './api-key.type.js';
import { ApiKeyCapabilities } from './capabilities.type.js';
import { createApiKey } from './create-api-key.js';
import { getCapabilities } from './get-capabilities.js';
import { listApiKeys } from './list-api-keys.js';
import { revokeApiKey } from './revoke-api-key.js';
import { rotateApiKey } from './rotate-api-key.js';

/** API keys for a user's programs (Spec 4.5). */
@Resolver()
export class CredentialsResolver {
  @Query(() => ApiKeyPage, {
    description: "The viewer's tokens and keys, newest first, without secrets.",
  })
  @Scoped('required', 'credentials:manage')
  listApiKeys(
    @Ctx() ctx: RequestContext,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<ApiKey>> {
    return listApiKeys(ctx, page);
  }

  @Query(() => ApiKeyCapabilities)
  @Scoped('required', 'credentials:manage')
  getApiKeyCapabilities(@Ctx() ctx: RequestContext): Promise<ApiKeyCapabilities> {
    return getCapabilities(ctx);
  }

  @Mutation(() => CreatedApiKey)
  @Scoped('required', 'credentials:manage')
  createApiKey(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
  ): Promise<CreatedApiKey> {
    return createApiKey(ctx, input);
  }

  @Mutation(() => CreatedApiKey)
  @Scoped('required', 'credentials:manage')
  rotateApiKey(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<CreatedApiKey> {
    return rotateApiKey(ctx, id);
  }

  @Mutation(() => Boolean, {
    description: 'Revokes a key. Returns true, also if the key had already ended.',
  })
  @Scoped('required', 'credentials:manage')
  async revokeApiKey(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<boolean> {
    await revokeApiKey(ctx, id);
    return true;
  }
}

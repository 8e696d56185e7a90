import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';
import { Scoped } from '../../../request/scoped.js';
import { Mod } from '../../catalog/index.js';
import { createMod } from './create-mod.js';
import { deleteMod } from './delete-mod.js';
import { getFallback, ModFallback, setFallback } from './fallback.js';
import { CreateModInput, UpdateModInput } from './mod.input.js';
import { readWrittenSummary, updateMod } from './update-mod.js';

/** Queries and mutations for mods and drafts (Spec 4.3). */
@Resolver()
export class ModsResolver {
  @Mutation(() => Mod)
  @Scoped('required', 'mods:write')
  @Writes('account', 'mod', null)
  createModDraft(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => CreateModInput) input: CreateModInput,
  ): Promise<Mod> {
    return createMod(ctx, input);
  }

  /** Changes a published mod too, not only a draft. */
  @Mutation(() => Mod)
  @Scoped('required', 'mods:write')
  @Writes('metadata', 'mod', 'id')
  updateModDraft(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateModInput) input: UpdateModInput,
    @Arg('expectedEtag', () => String, {
      description: 'The ETag of the state that the caller read.',
    })
    expectedEtag: string,
  ): Promise<Mod> {
    return updateMod(ctx, id, input, expectedEtag);
  }

  @Query(() => LanguageMap, {
    description:
      'The summaries that the team of the mod wrote, without the excerpts of `Mod.summary`. For its team.',
  })
  @Scoped('required', 'mods:read')
  @Reads('read-drafts')
  writtenModSummary(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
  ): Promise<Texts> {
    return readWrittenSummary(ctx, modId);
  }

  @Query(() => ModFallback, {
    description: 'Whether the mod uses the fallback store. For the team of the mod.',
  })
  @Scoped('required', 'mods:write')
  @Reads('read-drafts')
  modFallback(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
  ): Promise<ModFallback> {
    return getFallback(ctx, modId);
  }

  @Mutation(() => ModFallback, {
    description: 'Sets whether downloads of the mod may use the fallback store.',
  })
  @Scoped('required', 'mods:write')
  @Writes('metadata', 'mod', 'modId')
  setModFallback(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('isAllowed', () => Boolean) isAllowed: boolean,
  ): Promise<ModFallback> {
    return setFallback(ctx, modId, isAllowed);
  }

  @Mutation(() => ID, {
    description: 'Deletes the mod with all its data permanently. Needs a recent second factor.',
  })
  @Scoped('required', 'mods:write')
  @Writes('delete', 'mod', 'id')
  deleteMod(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<string> {
    return deleteMod(ctx, id);
  }
}

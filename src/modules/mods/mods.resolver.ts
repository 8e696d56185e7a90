import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../request/context.js';
import { Scoped } from '../../request/scoped.js';
import { Mod } from '../catalog/index.js';
import { createMod } from './create-mod.js';
import { CreateModInput, UpdateModInput } from './mod.input.js';
import { updateMod } from './update-mod.js';

/** Drafts of mods (Spec 4.3). */
@Resolver()
export class ModsResolver {
  @Mutation(() => Mod)
  @Scoped('required', 'mods:write')
  createModDraft(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => CreateModInput) input: CreateModInput,
  ): Promise<Mod> {
    return createMod(ctx, input);
  }

  @Mutation(() => Mod)
  @Scoped('required', 'mods:write')
  updateModDraft(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateModInput) input: UpdateModInput,
    @Arg('expectedEtag', () => String, { description: 'The etag that the caller saw.' })
    expectedEtag: string,
  ): Promise<Mod> {
    return updateMod(ctx, id, input, expectedEtag);
  }
}

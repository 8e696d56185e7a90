import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Writes } from '../../../request/operation-facts.js';
import { Scoped } from '../../../request/scoped.js';
import { deleteVersion } from './delete-version.js';
import { restoreVersion } from './restore-version.js';
import {
  archiveVersion,
  liftTakedown,
  rollbackVersion,
  takeDownVersion,
  withdrawVersion,
} from './retire-version.js';
import { ModVersion } from './version.type.js';

/**
 * State changes of versions after their publication, and the deletion of any version (Spec 3.1).
 * REST offers `rollbackModVersion`, which only takes published versions. Dashboards use
 * `withdrawModVersion`.
 */
@Resolver()
export class VersionLifecycleResolver {
  @Mutation(() => ModVersion)
  @Scoped('required', 'versions:archive')
  @Writes('rollback', 'version', 'versionId')
  rollbackModVersion(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('versionId', () => ID) versionId: string,
  ): Promise<ModVersion> {
    return rollbackVersion(ctx, modId, versionId);
  }

  @Mutation(() => ModVersion, {
    description: 'Removes the version from lists. It stays available by id.',
  })
  @Scoped('required', 'versions:archive')
  @Writes('rollback', 'version', 'id')
  archiveModVersion(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<ModVersion> {
    return archiveVersion(ctx, id);
  }

  @Mutation(() => ModVersion, { description: 'Withdraws a version. Its downloads return `gone`.' })
  @Scoped('required', 'versions:archive')
  @Writes('rollback', 'version', 'id')
  withdrawModVersion(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<ModVersion> {
    return withdrawVersion(ctx, id);
  }

  @Mutation(() => ModVersion, {
    description: 'Publishes a withdrawn or archived version again, unchanged.',
  })
  @Scoped('required', 'versions:archive')
  @Writes('rollback', 'version', 'id')
  restoreModVersion(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<ModVersion> {
    return restoreVersion(ctx, id);
  }

  @Mutation(() => ID, {
    description:
      'Deletes the version and its files permanently. A version that was published needs a recent second factor.',
  })
  @Scoped('required', 'versions:write')
  @Writes('delete', 'version', 'id')
  deleteModVersion(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<string> {
    return deleteVersion(ctx, id);
  }

  @Mutation(() => ModVersion, {
    description: 'Withdraws a version; its team cannot restore it. For moderators.',
  })
  @Scoped('required')
  @Writes('moderator', 'version', 'id')
  takeDownModVersion(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('reason', () => String, {
      nullable: true,
      description: 'The reason. The team of the mod reads it.',
    })
    reason?: string | null,
  ): Promise<ModVersion> {
    return takeDownVersion(ctx, id, reason ?? null);
  }

  @Mutation(() => ModVersion, {
    description: 'Lifts a takedown, so that the team can restore the version. For moderators.',
  })
  @Scoped('required')
  @Writes('moderator', 'version', 'id')
  liftModVersionTakedown(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<ModVersion> {
    return liftTakedown(ctx, id);
  }
}

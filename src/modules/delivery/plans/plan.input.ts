import { Extensions, Field, ID, InputType } from 'type-graphql';
import { ReleaseChannel } from '../../../platform/database/generated/enums.js';
import { LIMITS } from '../../../registry/limits.js';

/**
 * The client's game, platform and filters. An omitted version, platform or loader excludes nothing,
 * and neither does the platform `any`.
 */
@InputType()
export abstract class SurroundingsInput {
  @Field(() => String, { description: 'The slug of the game.' })
  readonly gameSlug!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Only files for this version of the game. Files for all versions if omitted.',
  })
  readonly gameVersion?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only files for this platform. Files for all platforms if omitted or `any`.',
  })
  readonly platform?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only files for this mod loader. Files for all loaders if omitted.',
  })
  readonly loader?: string | null;

  @Field(() => ReleaseChannel, {
    nullable: true,
    description: 'The least stable channel to accept. `release` if omitted.',
  })
  readonly releaseChannel?: ReleaseChannel | null;
}

/** A pinned version of a mod. */
@InputType()
class PlanVersionInput {
  @Field(() => ID)
  readonly modId!: string;

  @Field(() => ID)
  readonly versionId!: string;
}

/**
 * The mods to install and the filters (Spec 2.7). The three lists together have at most
 * `LIMITS.planSelectors` entries. The filters, except the game, do not apply to the entries of
 * `versions` and `artifacts`. With `includeOptional`, a plan also installs optional dependencies if
 * they fit, and the optional files of the chosen versions; by default it does not.
 */
@InputType()
@Extensions({ atLeastOneOf: ['modIds', 'versions', 'artifacts'] })
export class InstallPlanInput extends SurroundingsInput {
  @Field(() => [ID], {
    nullable: true,
    description: 'Install the newest version of each mod that fits.',
  })
  @Extensions({ jsonSchema: { maxItems: LIMITS.planSelectors } })
  readonly modIds?: readonly string[] | null;

  @Field(() => [PlanVersionInput], {
    nullable: true,
    description: 'Install exactly these versions. Of the filters, only the game applies to them.',
  })
  @Extensions({ jsonSchema: { maxItems: LIMITS.planSelectors } })
  readonly versions?: readonly PlanVersionInput[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Install exactly these files, and the mods that they require.',
  })
  @Extensions({ jsonSchema: { maxItems: LIMITS.planSelectors } })
  readonly artifacts?: readonly string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether to install optional dependencies too, if they fit, and the optional files of the chosen versions. False if omitted.',
  })
  readonly includeOptional?: boolean | null;
}

import { z } from 'zod';
import {
  AccessTier,
  ArtifactSource,
  DependencyKind,
  ReleaseChannel,
} from '../../../../platform/database/generated/enums.js';
import { LIMITS } from '../../../../registry/limits.js';
import { PlanRole, PlanStatus, resolvePlan } from '../../../delivery/index.js';
import { countShape, idShape, textsShape } from '../shapes.js';
import { defineTool } from '../tool.js';

const ids = z.array(idShape).max(LIMITS.planSelectors).nullish();

const constraint = z.strictObject({
  from_item_id: idShape,
  mod_id: idShape,
  kind: z.enum(DependencyKind),
  version_constraint: z.string().nullable(),
  satisfied_by_item_id: idShape.nullable(),
});

const item = z.strictObject({
  item_id: idShape,
  role: z.enum(PlanRole),
  mod_id: idShape,
  title: textsShape,
  slug: z.string(),
  access_tier: z.enum(AccessTier),
  version_id: idShape,
  version: z.string(),
  artifact_id: idShape,
  artifact_source: z.enum(ArtifactSource),
  embedded_in: idShape.nullable(),
  file: z.strictObject({
    artifact_id: idShape,
    original_filename: z.string().nullable(),
    size_bytes: countShape,
    sha256: z.string(),
    resolve_endpoint: z.string(),
  }),
});

/**
 * `install_plans.resolve`: what to install, in order (Spec 2.7, 4.2). Its members and their nulls
 * mean the same as in `InstallPlan`.
 */
export const planInstallation = defineTool({
  name: 'install_plans.resolve',
  input: z.strictObject({
    game_slug: z.string(),
    game_version: z.string().nullish(),
    platform: z.string().nullish(),
    loader: z.string().nullish(),
    release_channel: z.enum(ReleaseChannel).nullish(),
    mod_ids: ids.describe('Selects the newest version that fits of each of these mods.'),
    versions: z
      .array(z.strictObject({ mod_id: idShape, version_id: idShape }))
      .max(LIMITS.planSelectors)
      .nullish(),
    artifacts: ids.describe('Selects exactly these files.'),
    include_optional: z.boolean().nullish(),
  }),
  output: z.strictObject({
    plan_id: idShape,
    status: z.enum(PlanStatus),
    items: z.array(item),
    dependency_constraints: z.array(constraint),
    conflicts: z.array(
      z.strictObject({
        code: z.string(),
        mod_ids: z.array(idShape),
        item_ids: z.array(idShape),
        explanation: z.string(),
      }),
    ),
    decision_reasons: z.array(
      z.strictObject({
        item_id: idShape.nullable(),
        mod_id: idShape.nullable(),
        by_item_id: idShape.nullable(),
        code: z.string(),
        detail: z.string(),
      }),
    ),
  }),
  async run(ctx, input) {
    const value = await resolvePlan(ctx, {
      gameSlug: input.game_slug,
      gameVersion: input.game_version ?? null,
      platform: input.platform ?? null,
      loader: input.loader ?? null,
      releaseChannel: input.release_channel ?? null,
      modIds: input.mod_ids ?? null,
      versions:
        input.versions?.map((it) => ({ modId: it.mod_id, versionId: it.version_id })) ?? null,
      artifacts: input.artifacts ?? null,
      includeOptional: input.include_optional ?? null,
    });
    return { value };
  },
});

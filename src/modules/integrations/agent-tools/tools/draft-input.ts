import { z } from 'zod';
import { LIMITS } from '../../../../registry/limits.js';
import {
  createModSchema,
  createVersionSchema,
  dependencySchema,
  updateModSchema,
  updateVersionSchema,
} from '../../../publishing/index.js';
import { idShape } from '../shapes/basics.js';
import { toolMembers } from '../wire-names.js';

const dependencies = z
  .array(z.strictObject(toolMembers(dependencySchema.shape)))
  .max(LIMITS.dependenciesPerVersion)
  .nullish();

/** Free objects, without a recursive schema; the verbs limit their size. */
const free = z.record(z.string(), z.unknown()).nullish();
const ofVersion = { dependencies, requirements: free, build_metadata: free };

/** The members of a draft, validated by the schemas of the verbs. */
export const NEW_MOD = z.strictObject(toolMembers(createModSchema.shape));
export const MOD_CHANGES = z.strictObject(toolMembers(updateModSchema.shape));
export const NEW_VERSION = z.strictObject({
  ...toolMembers(createVersionSchema.shape),
  ...ofVersion,
});
export const VERSION_CHANGES = z.strictObject({
  ...toolMembers(updateVersionSchema.shape),
  ...ofVersion,
});

/** One write to a draft. Omitted members stay; null clears an optional member. */
export const draftInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('create_mod'), mod: NEW_MOD }),
  z.strictObject({ action: z.literal('update_mod'), mod_id: idShape, mod: MOD_CHANGES }),
  z.strictObject({ action: z.literal('create_version'), mod_id: idShape, version: NEW_VERSION }),
  z.strictObject({
    action: z.literal('update_version'),
    mod_id: idShape,
    version_id: idShape,
    version: VERSION_CHANGES,
  }),
]);

/** A requested write to a draft. */
export type DraftInput = z.output<typeof draftInput>;

import { z } from 'zod';
import { LIMITS } from '../../registry/limits.js';
import { isId } from '../../request/ids.js';
import { textsOf } from '../../request/texts.js';

const id = z.string().refine(isId);
const version = z.string().trim().min(1).max(LIMITS.versionStringCharacters);

/** A JSON object that stays small enough to be read with every version. */
const objectOf = (bytes: number) =>
  z
    .record(z.string(), z.json())
    .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= bytes);
const requirements = objectOf(LIMITS.requirementsBytes);
const buildMetadata = objectOf(LIMITS.buildMetadataBytes);

/** The rules of one dependency. */
export const dependencySchema = z.object({
  kind: z.enum(['required', 'optional', 'conflict', 'embedded']),
  modId: id,
  // An npm range, or the string of a version of the mod, which only the database tells.
  versionConstraint: z.string().trim().min(1).max(LIMITS.versionStringCharacters).nullish(),
  versionId: id.nullish(),
  artifactId: id.nullish(),
  note: z.string().trim().max(LIMITS.labelCharacters).nullish(),
});

const texts = textsOf(z.string().max(LIMITS.changelogCharacters));
const keys = z.array(z.string().min(1)).max(LIMITS.keysPerVersion);

/** The rules of a change; null empties what may be empty. */
export const updateVersionSchema = z.object({
  version: version.optional(),
  changelog: texts.nullish(),
  releaseChannel: z.enum(['release', 'beta', 'alpha']).optional(),
  fileCategory: z.string().trim().min(1).max(LIMITS.labelCharacters).optional(),
  gameVersions: keys.nullish(),
  loaderPlatforms: keys.nullish(),
  dependencies: z.array(dependencySchema).max(LIMITS.dependenciesPerVersion).nullish(),
  requirements: requirements.nullish(),
  buildMetadata: buildMetadata.nullish(),
});

/** The rules of a new version (decisions, Writing). */
export const createVersionSchema = updateVersionSchema.extend({
  version,
  releaseChannel: z.enum(['release', 'beta', 'alpha']).nullish(),
  fileCategory: z.string().trim().min(1).max(LIMITS.labelCharacters).nullish(),
});

/** Values of a version that fit the schema. */
export type VersionValues = z.output<typeof updateVersionSchema>;

/** One dependency that fits the schema. */
export type DependencyValues = z.output<typeof dependencySchema>;

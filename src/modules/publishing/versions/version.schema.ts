import { z } from 'zod';
import { LIMITS } from '../../../registry/limits.js';
import { isId } from '../../../request/ids.js';
import { textsOf } from '../../../request/texts.js';

const id = z.string().refine(isId);
const version = z.string().trim().min(1).max(LIMITS.versionStringCharacters);

/** A JSON object that is small enough to be read with every version. */
const objectOf = (bytes: number) =>
  z
    .record(z.string(), z.json())
    .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= bytes);
const requirements = objectOf(LIMITS.requirementsBytes);
const buildMetadata = objectOf(LIMITS.buildMetadataBytes);

/** The schema of one dependency. */
export const dependencySchema = z.object({
  kind: z.enum(['required', 'optional', 'conflict', 'embedded']),
  modId: id,
  // An npm range, or the string of a version of the mod, which only the database can check.
  versionConstraint: z.string().trim().min(1).max(LIMITS.versionStringCharacters).nullish(),
  versionId: id.nullish(),
  artifactId: id.nullish(),
  note: z.string().trim().max(LIMITS.labelCharacters).nullish(),
});

const texts = textsOf(z.string().max(LIMITS.changelogCharacters));
const keys = z.array(z.string().min(1)).max(LIMITS.keysPerVersion);

/** The schema of a change; null clears an optional member. */
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

/** The schema of a new version (decisions, Writing). */
export const createVersionSchema = updateVersionSchema.extend({
  version,
  releaseChannel: z.enum(['release', 'beta', 'alpha']).nullish(),
  fileCategory: z.string().trim().min(1).max(LIMITS.labelCharacters).nullish(),
});

/** Validated values of a version. */
export type VersionValues = z.output<typeof updateVersionSchema>;

/** One validated dependency. */
export type DependencyValues = z.output<typeof dependencySchema>;

import { z } from 'zod';
import { origin, takes } from './values.js';

const word = () => z.string().regex(/^[\x21-\x7e]+$/);

/** The variables of an object store, with their formats. */
export const S3_VARIABLES = {
  S3_ENDPOINT: takes('an http or https address without a path', origin().optional()),
  S3_REGION: takes(
    'the name of a region such as eu-central-1',
    z
      .string()
      .regex(/^[\w-]+$/)
      .optional(),
  ),
  S3_BUCKET: takes(
    '3 to 63 small letters, digits, hyphens and dots',
    z
      .string()
      .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/)
      .optional(),
  ),
  S3_ACCESS_KEY_ID: takes('an id without spaces', word().optional()),
  S3_SECRET_ACCESS_KEY: takes('a secret without spaces', word().optional()),
  S3_FORCE_PATH_STYLE: takes('true or false', z.enum(['true', 'false']).optional()),
};

/** Variables whose value an error never shows. An endpoint may contain a password by mistake. */
export const S3_SECRETS = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

const OPTIONAL = /_FORCE_PATH_STYLE$/;

/**
 * Why the variables `names` are incomplete. Either none may be set, or all must be; then only the
 * path style is optional. Null if this holds. `instead` describes the behaviour without them, for
 * the message.
 */
export function s3ConfigFault(
  given: NodeJS.ProcessEnv,
  names: readonly string[],
  instead: string,
): string | null {
  const set = names.find((name) => given[name] !== undefined);
  const unset = names.filter((name) => !OPTIONAL.test(name) && given[name] === undefined);
  if (set === undefined || unset.length === 0) return null;
  const needs = `an object store needs ${unset.join(', ')} as well`;
  return `${set} is set, but ${needs}; unset it to ${instead}`;
}

/** The store that the variables describe; undefined if a required one is unset. */
export function s3Of(env: z.output<z.ZodObject<typeof S3_VARIABLES>>) {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (
    S3_ENDPOINT === undefined ||
    S3_REGION === undefined ||
    S3_BUCKET === undefined ||
    S3_ACCESS_KEY_ID === undefined ||
    S3_SECRET_ACCESS_KEY === undefined
  ) {
    return undefined;
  }
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    forcePathStyle: env.S3_FORCE_PATH_STYLE === 'true',
  };
}

/** The variables of a remote second store: the same as those of the first. */
const S3_MIRROR_VARIABLES = {
  S3_MIRROR_ENDPOINT: S3_VARIABLES.S3_ENDPOINT,
  S3_MIRROR_REGION: S3_VARIABLES.S3_REGION,
  S3_MIRROR_BUCKET: S3_VARIABLES.S3_BUCKET,
  S3_MIRROR_ACCESS_KEY_ID: S3_VARIABLES.S3_ACCESS_KEY_ID,
  S3_MIRROR_SECRET_ACCESS_KEY: S3_VARIABLES.S3_SECRET_ACCESS_KEY,
  S3_MIRROR_FORCE_PATH_STYLE: S3_VARIABLES.S3_FORCE_PATH_STYLE,
};

/** The variables of the second store. */
export const MIRROR_VARIABLES = {
  MIRROR: takes('disk', z.enum(['disk']).optional()),
  ...S3_MIRROR_VARIABLES,
};

/** Variables of the second store whose value an error never shows. */
export const MIRROR_SECRETS = S3_SECRETS.map((name) => name.replace('S3_', 'S3_MIRROR_'));

const NAMES = Object.keys(S3_MIRROR_VARIABLES);

/**
 * Why the variables do not describe one second store that differs from the first. Null if they do,
 * or if none is set.
 */
export function mirrorConfigFault(given: NodeJS.ProcessEnv): string | null {
  const set = NAMES.find((name) => given[name] !== undefined);
  if (given['MIRROR'] !== undefined && set !== undefined) {
    return `${set} is set, but so is MIRROR, and there is one mirror; unset one of them`;
  }
  return s3ConfigFault(given, NAMES, 'do without a mirror') ?? sameStoreFault(given);
}

function sameStoreFault(given: NodeJS.ProcessEnv): string | null {
  const placeOf = (prefix: string) =>
    [`${prefix}_ENDPOINT`, `${prefix}_BUCKET`].map((name) => given[name]?.replace(/\/$/, ''));
  const [endpoint, bucket] = placeOf('S3_MIRROR');
  const [firstEndpoint, firstBucket] = placeOf('S3');
  if (bucket === undefined || bucket !== firstBucket || endpoint !== firstEndpoint) return null;
  return 'S3_MIRROR_BUCKET is the bucket of S3_BUCKET; a mirror needs one of its own';
}

/** The second store: a bucket, or a disk if `s3` is undefined; undefined without a mirror. */
export function mirrorOf(env: z.output<z.ZodObject<typeof MIRROR_VARIABLES>>) {
  const s3 = s3Of({
    S3_ENDPOINT: env.S3_MIRROR_ENDPOINT,
    S3_REGION: env.S3_MIRROR_REGION,
    S3_BUCKET: env.S3_MIRROR_BUCKET,
    S3_ACCESS_KEY_ID: env.S3_MIRROR_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: env.S3_MIRROR_SECRET_ACCESS_KEY,
    S3_FORCE_PATH_STYLE: env.S3_MIRROR_FORCE_PATH_STYLE,
  });
  return env.MIRROR === 'disk' || s3 !== undefined ? { s3 } : undefined;
}

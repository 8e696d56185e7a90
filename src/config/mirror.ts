import { z } from 'zod';
import { S3_SECRETS, S3_VARIABLES, s3Of, whyIncomplete } from './s3.js';
import { takes } from './values.js';

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
 * Why the variables do not describe a second store that differs from the first; null if they do.
 */
export function whyNoMirror(given: NodeJS.ProcessEnv): string | null {
  const set = NAMES.find((name) => given[name] !== undefined);
  if (given['MIRROR'] !== undefined && set !== undefined) {
    return `${set} is set, but so is MIRROR, and there is one mirror; unset one of them`;
  }
  return whyIncomplete(given, NAMES, 'do without a mirror') ?? whyTheSame(given);
}

function whyTheSame(given: NodeJS.ProcessEnv): string | null {
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

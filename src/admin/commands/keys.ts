import { rotateSigningKey } from '../../modules/identity/index.js';
import { command } from '../command.js';
import { someOf, toggle } from '../flags.js';
import { forgetKeys } from '../keys/forget-keys.js';
import { rotateKeys } from '../keys/rotate-keys.js';

/**
 * `keys rotate`: creates the next encryption key in the key file, unless the environment sets the
 * key. Then seals (encrypts) all secrets with the present key. `--now` drops the former keys of the
 * file, unless a value is still under one. Another run finishes an interrupted rotation.
 */
export const keysRotate = command({ now: toggle }, async (ctx, { now }) => {
  const rotated = await rotateKeys(ctx, { now });
  return {
    key_id: rotated.keyId,
    source: rotated.source,
    made_key: rotated.madeKey,
    resealed: rotated.resealed,
    remaining: rotated.remaining,
    unreadable: rotated.unreadable,
    previous_key_ids: rotated.keptFormerKeyIds,
    drop_previous_after: rotated.formerKeysNeededUntil,
  };
});

/**
 * `keys forget`: gives up lost keys of the database, so that the service starts without them.
 * Values under these keys stay unreadable. Fails while a service is connected that may use them.
 */
export const keysForget = command(
  { key: someOf('ID') },
  async (ctx, { key }) => {
    const { keyId, forgotten } = await forgetKeys(ctx, key);
    return { key_id: keyId, forgotten_key_ids: forgotten };
  },
  { unknownKeys: 'ignored' },
);

/**
 * `signing-key rotate`: creates the next signing key of ID tokens, which signs one day later, or at
 * once if no usable key signs so far. With `--now` it signs at once, and the former ones are
 * withdrawn.
 */
export const signingKeyRotate = command({ now: toggle }, async (ctx, { now }) => {
  const { kid, signsFrom } = await rotateSigningKey(ctx, now ? 'at-once' : 'announced');
  return { kid, signs_from: signsFrom };
});

import { rotateKeys } from '../../modules/keys/index.js';
import { command } from '../command.js';
import { toggle } from '../flags.js';

/**
 * `keys rotate`: makes the next encryption key, or takes the one of the environment into use, and seals all
 * secrets with it; `--now` drops the keys before it.
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
    previous_key_ids: rotated.formerKeyIds,
    drop_previous_after: rotated.dropFormerAfter,
  };
});

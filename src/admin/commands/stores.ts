import { readOwnership, STORE_NAMES, takeOverStore } from '../../modules/storage/index.js';
import { command } from '../command.js';
import { CommandError, oneOf, required } from '../flags.js';

/** The value of `--owner` for a store that names no owner. */
const NO_OWNER = 'none';

const ownerFault = (owner: string | null): string =>
  owner === null
    ? `the store has no owner; confirm with --owner ${NO_OWNER}`
    : `the owner of the store is ${owner}; --owner must name it`;

/**
 * `store claim`: makes this installation the owner of a store. Its jobs then remove objects without
 * a row there. As a confirmation, `--owner` must be the owner that the store names now, or `none`.
 * Throws CommandError for another owner, and without a mirror for `--store mirror`.
 */
export const storeClaim = command(
  { owner: required('ID|none'), store: oneOf(STORE_NAMES) },
  async (ctx, { owner, store: name = 'primary' }) => {
    const found = await readOwnership(ctx, name);
    if (found === null) throw new CommandError('there is no mirror; set MIRROR or S3_MIRROR_…');
    const present = found.owner ?? NO_OWNER;
    if (owner.toLowerCase() !== present) {
      throw new CommandError(ownerFault(found.owner), {
        help: { installation_id: found.installation },
      });
    }
    await takeOverStore(ctx, name, found);
    return {
      store: name,
      installation_id: found.installation,
      former_owner: found.owner,
      files_named: found.files.named,
      files_found: found.files.found,
    };
  },
);

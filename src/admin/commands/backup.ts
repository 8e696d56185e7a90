import { ownerOf } from '../../platform/embedded/lock.js';
import { createBackup } from '../backup/create-backup.js';
import { restoreBackup } from '../backup/restore-backup.js';
import { verifyBackup } from '../backup/verify-backup.js';
import { bareCommand, type Printed } from '../command.js';
import { moment, optional, required, toggle, wholeNumber } from '../flags.js';

const MISSING_SHOWN = 20;

/**
 * `backup create`: copies the data of the embedded parts to a new folder in `--to`, also while a
 * service runs.
 */
export const backupCreate = bareCommand(
  { to: required('FOLDER') },
  async ({ config, detected }, { to }) => {
    detected.hasService = (await ownerOf(config.dataDir))?.purpose === 'service';
    const { folder, manifest, missing } = await createBackup(config, to);
    return {
      backup: folder,
      completed_at: manifest.completed_at,
      ...manifest.parts,
      ...shownMissing(missing),
    };
  },
);

/** A store that lost much would fill the screen. */
function shownMissing(keys: readonly string[]): Printed {
  return { missing_objects: keys.length, missing: keys.slice(0, MISSING_SHOWN) };
}

/**
 * `backup verify`: reads every file of a backup and every table of its database, and checks whether
 * its keys and objects fit the rows.
 */
export const backupVerify = bareCommand(
  { from: required('BACKUP') },
  async ({ config: { encryptionKey, encryptionKeyPrevious } }, { from }) => {
    const keys = [encryptionKey, encryptionKeyPrevious].filter((key) => key !== undefined);
    return { backup: from, ...(await verifyBackup(from, keys)) };
  },
);

/**
 * `backup restore`: puts a backup into the data directory, which must have no data of modport
 * unless `--replace` is given. It also replays the archived log in `--wal`, by default in
 * WAL_ARCHIVE, up to `--until`. A restore that ignored an existing archive would lose its writes,
 * and would begin a timeline whose number the archive already has.
 */
export const backupRestore = bareCommand(
  {
    from: required('BACKUP'),
    wal: optional('FOLDER'),
    until: moment('T'),
    timeline: wholeNumber('N', { max: 0x7fff_ffff, otherwise: null }),
    replace: toggle,
  },
  async ({ config }, { from, wal, until, timeline, replace }) => {
    const log = wal ?? config.walArchive;
    const restored = await restoreBackup(config, { from, log, until, timeline, replaces: replace });
    return {
      data_dir: config.dataDir,
      last_write_at: restored.lastWriteAt,
      former_data: restored.movedTo,
      ...shownMissing(restored.missing),
    };
  },
);

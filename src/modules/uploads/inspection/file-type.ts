import { quotePath, refuse } from './fault.js';

const S_IFMT = 0xf000;
const S_IFDIR = 0x4000;
const S_IFREG = 0x8000;
const S_IFLNK = 0xa000;
const S_ISUID_OR_GID = 0x0c00;
const DOS_REPARSE_POINT = 0x0400;

/**
 * Refuses entries that unpack to anything but a file or a folder, by the external attributes:
 * the Unix mode in the upper half, the DOS attributes in the lower. Programs differ in whether
 * they heed the system that the entry says to come from, so it is not asked. Spec 4.4.
 */
export function checkFileType(attributes: number, path: string, isFile: boolean): void {
  const type = (attributes >>> 16) & S_IFMT;
  if (type === S_IFLNK || (attributes & DOS_REPARSE_POINT) !== 0) {
    refuse('archive_symlink_entry', `${quotePath(path)} is a symbolic link`);
  }
  if (type !== 0 && type !== S_IFREG && type !== S_IFDIR) {
    refuse('archive_dangerous_entry', `${quotePath(path)} is a device, pipe or socket`);
  }
  if (type === S_IFREG && ((attributes >>> 16) & S_ISUID_OR_GID) !== 0) {
    refuse('archive_dangerous_entry', `${quotePath(path)} runs with the rights of its owner`);
  }
  if (type === S_IFDIR && isFile) {
    refuse('archive_validation_failed', `${quotePath(path)} is a file and a folder at once`);
  }
}

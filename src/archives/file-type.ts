import { quotePath, refuse } from './fault.js';

const S_IFMT = 0xf000;
const S_IFDIR = 0x4000;
const S_IFREG = 0x8000;
const S_IFLNK = 0xa000;
const S_IFIFO = 0x1000;
const S_ISUID_OR_GID = 0x0c00;
const DOS_REPARSE_POINT = 0x0400;
/** The mode of folders in archives of old Maven plugins: all bits set, so it has no meaning. */
const NO_MODE = 0xffff;

/** The fields of an entry that its type depends on. */
interface TypedEntry {
  readonly path: string;
  readonly isFile: boolean;
  readonly sizeBytes: number;
  /** Whether packers of the format read pipes and store their mode, as ZIP packers do. */
  readonly mayBePiped: boolean;
}

/**
 * Rejects entries that unpack to anything other than a file or a folder. It checks the external
 * attributes: the Unix mode in the upper half, the DOS attributes in the lower. Some programs use
 * the host of the entry and some do not, so the check ignores it. A pipe with content in a ZIP is a
 * file: its packer read the content from a pipe. Spec 4.4.
 */
export function checkFileType(attributes: number, entry: TypedEntry): void {
  const { path, isFile } = entry;
  const mode = attributes >>> 16;
  const type = mode === NO_MODE && !isFile ? 0 : mode & S_IFMT;
  if (type === S_IFLNK || (attributes & DOS_REPARSE_POINT) !== 0) {
    refuse('archive_symlink_entry', `${quotePath(path)} is a symbolic link`, { path });
  }
  const isPiped = entry.mayBePiped && isFile && entry.sizeBytes > 0;
  const isRegular = type === S_IFREG || (type === S_IFIFO && isPiped);
  if (type !== 0 && !isRegular && type !== S_IFDIR) {
    refuse('archive_dangerous_entry', `${quotePath(path)} is a device, pipe or socket`, {
      path,
      finding: 'special_file',
    });
  }
  if (isRegular && (mode & S_ISUID_OR_GID) !== 0) {
    refuse('archive_dangerous_entry', `${quotePath(path)} runs with the rights of its owner`, {
      path,
      finding: 'special_file',
    });
  }
  if (type === S_IFDIR && isFile) {
    refuse('archive_validation_failed', `${quotePath(path)} is a file and a folder at once`, {
      path,
    });
  }
}

import { type ContentCheck, type FileEntry, openContentCheck } from './content-check.js';
import { refuse } from './fault.js';
import type { ArchiveJob } from './job.js';

/** Splits the output of a decoder into the files of an archive and checks each of them. */
export interface Splitter {
  /** Takes the next bytes. Throws ArchiveFault for a fault of the file that they belong to. */
  write(piece: Uint8Array): Promise<void>;
  /** Ends the last file. Throws ArchiveFault if bytes are missing. */
  end(): Promise<void>;
  /** Abandons the current file after an error. */
  abandon(): void;
}

/** Expects the contents of the files in order, without borders between them. */
export function createSplitter(files: readonly FileEntry[], job: ArchiveJob): Splitter {
  const waiting = files.values();
  let current: { readonly file: FileEntry; readonly check: ContentCheck } | null = null;
  let leftBytes = 0;

  const open = (): boolean => {
    const next = waiting.next();
    if (next.done) return false;
    current = { file: next.value, check: openContentCheck(next.value, job) };
    leftBytes = next.value.sizeBytes;
    return true;
  };
  const close = async (): Promise<void> => {
    if (!current) return;
    const { file, check } = current;
    const archive = await check.end();
    current = null;
    await job.pace();
    if (archive) await job.nested(file.path, archive);
  };

  return {
    async write(piece) {
      for (let rest = piece; rest.length > 0; ) {
        if (!current && !open()) {
          refuse('zip_bomb_guard', 'the archive unpacks to more than it declares');
        }
        const part = rest.subarray(0, leftBytes);
        const held = current?.check.write(part);
        if (held) await held;
        leftBytes -= part.length;
        rest = rest.subarray(part.length);
        if (leftBytes === 0) await close();
      }
    },
    async end() {
      do await close();
      while (open());
    },
    abandon: () => current?.check.abandon(),
  };
}

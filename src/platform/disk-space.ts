import { statfs } from 'node:fs/promises';

/** The bytes of a file system: in use, and free for programs that are not root's. */
export type DiskSpace = Readonly<Record<'used' | 'free', number>>;

/** Reads the space of the file system that holds a folder. Throws errors of the file system. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bfree, bavail } = await statfs(folder);
  return { used: (blocks - bfree) * bsize, free: bavail * bsize };
}

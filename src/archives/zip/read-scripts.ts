import {
  type ContentPolicy,
  SCRIPT_MANIFESTS,
  type ScriptManifestId,
} from '../../registry/contents.js';
import { ARCHIVE_LIMITS } from '../../registry/limits.js';
import { aboutEntry } from '../findings.js';
import { collectScripts, type FoundManifest, NO_SCRIPTS, type RunScripts } from '../run-scripts.js';
import { type ByteSource, readSlice } from '../stream-reader.js';
import { type Directory, type Entry, LOCAL_FIXED_BYTES } from './central-directory.js';
import { DEFLATED } from './entry-method.js';
import { inflateAtOnce } from './inflate.js';

/**
 * Reads the manifests of a ZIP that name scripts, by ranges before the walk, because scripts may
 * precede them. `policy` selects the kinds of manifests. The walk later compares the same bytes
 * with their CRC. Skips manifests above the limits, so that their scripts go to review. A manifest
 * that is not JSON names no script. Throws ArchiveFault for one that cannot be unpacked.
 */
export async function readScripts(
  source: ByteSource,
  { entries }: Directory,
  policy: ContentPolicy,
): Promise<RunScripts> {
  const ids = new Set(policy.normal.flatMap(({ manifest }) => manifest ?? []));
  if (ids.size === 0) return NO_SCRIPTS;
  const found: FoundManifest[] = [];
  let tried = 0;
  for (const entry of entries) {
    const id = [...ids].find((one) => SCRIPT_MANIFESTS[one].path.test(entry.path));
    if (id === undefined || tried === ARCHIVE_LIMITS.scriptManifests) continue;
    tried += 1;
    found.push(...(await readManifest(source, entry, id)));
  }
  return collectScripts(found);
}

async function readManifest(
  source: ByteSource,
  entry: Entry,
  id: ScriptManifestId,
): Promise<FoundManifest[]> {
  const { start, path, sizeBytes, compressedBytes } = entry;
  if (Math.max(sizeBytes, compressedBytes) > ARCHIVE_LIMITS.scriptManifestBytes) return [];
  const header = await readSlice(source, start, start + LOCAL_FIXED_BYTES);
  const at = start + LOCAL_FIXED_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (at + compressedBytes > source.sizeBytes) return [];
  const packed = await readSlice(source, at, at + compressedBytes);
  try {
    const bytes = entry.method === DEFLATED ? inflateAtOnce(packed, sizeBytes) : packed;
    return [{ id, path, text: Buffer.from(bytes).toString('utf8') }];
  } catch (failure) {
    throw aboutEntry(failure, path);
  }
}

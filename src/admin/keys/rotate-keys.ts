import { setTimeout as delay } from 'node:timers/promises';
import type { Tx } from '../../platform/database/connect.js';
import { keepFormerKeys, rotateKeyFile } from '../../platform/key-file.js';
import { loadLookupSecret } from '../../platform/load-keys.js';
import type { Platform } from '../../platform/platform.js';
import { countUnderOtherKeys, reseal } from '../../platform/reseal.js';
import type { RootKeys } from '../../platform/root-keys.js';
import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';
import {
  forgetDropped,
  retire,
  retiredAt,
  SEALED_COLUMNS,
  withRotationLock,
} from './retired-keys.js';

/** The result of a rotation. */
export interface RotatedKeys {
  readonly keyId: string;
  readonly source: RootKeys['source'];
  /**
   * Whether this call created a key. False if the environment sets the key, or if this call
   * finished an earlier rotation.
   */
  readonly madeKey: boolean;
  /** Number of values that were sealed (encrypted) again, by column. */
  readonly resealed: Readonly<Record<string, number>>;
  /** Values that are still under a former key. */
  readonly remaining: number;
  /**
   * Values under keys that this process does not have, and altered values. They keep no former key
   * from being dropped.
   */
  readonly unreadable: number;
  /** Former keys that still verify what they signed, such as sessions and cursors. */
  readonly keptFormerKeyIds: readonly string[];
  /** When the last former key has nothing more to verify; null without a retired key. */
  readonly formerKeysNeededUntil: Date | null;
}

/**
 * Rotates the root key. With the key file: creates a new key, waits until running processes have
 * read it, and seals all secrets again. The former key is kept for verification; the first call
 * after `formerKeysNeededUntil` drops it. With `ENCRYPTION_KEY`: seals again what the operator's
 * former key sealed. The next call finishes an interrupted rotation and creates no other key. `now`
 * drops former keys of the file at once, for stolen keys. No key is dropped while `remaining` is
 * above zero. Writes a line of the audit log. Throws `invalid_state` if `ENCRYPTION_KEY` is set
 * without a former key.
 */
export async function rotateKeys(
  ctx: RequestContext,
  { now = false }: { readonly now?: boolean } = {},
): Promise<RotatedKeys> {
  const { platform } = ctx;
  const { roots, limits } = platform;
  if (roots.source === 'environment' && roots.former().length === 0) throw noFormerKey();
  const madeKey = await withRotationLock(platform, (tx) => makeKeyUnlessPending(tx, platform));
  await loadLookupSecret({ ...platform, readOnly: false });
  // Running processes load the new key within this time. Until then they seal with the former one.
  if (roots.source === 'file') await delay(2 * limits.keyFileRereadSeconds * 1000);
  const { resealed, remaining, unreadable } = await resealAll(platform);
  if (remaining === 0) {
    await withRotationLock(platform, (tx) => finish(tx, platform, now));
  }
  const keyId = roots.present().id;
  const former = roots.former().map(({ id }) => id);
  await audit(platform.db, ctx, {
    action: 'keys.rotated',
    targetKind: 'encryption_key',
    targetId: null,
    data: { key_id: keyId, made: madeKey, resealed, remaining },
  });
  return {
    keyId,
    source: roots.source,
    madeKey,
    resealed,
    remaining,
    unreadable,
    keptFormerKeyIds: former,
    formerKeysNeededUntil: await dropAfter(platform, former),
  };
}

/** Makes the next key of a key file, unless the last rotation has not been finished. */
async function makeKeyUnlessPending(tx: Tx, { roots, config }: Platform): Promise<boolean> {
  // Another command may have rotated while this one waited.
  roots.refresh();
  const former = roots.former().map(({ id }) => id);
  const retired = await retiredAt(tx, former);
  if (roots.source !== 'file' || former.some((id) => !retired.has(id))) return false;
  await rotateKeyFile(config.dataDir);
  roots.refresh();
  return true;
}

async function resealAll(platform: Platform) {
  const resealed: Record<string, number> = {};
  let remaining = 0;
  let unreadable = 0;
  for (const column of SEALED_COLUMNS) {
    const done = await reseal(platform, column);
    const left = await countUnderOtherKeys(platform, column);
    resealed[column.name] = done.resealed;
    remaining += Math.max(0, left.former - done.broken);
    unreadable += left.unknown + done.broken;
  }
  return { resealed, remaining, unreadable };
}

/**
 * Notes when the former keys stopped sealing, and drops those of the file with nothing left to
 * verify.
 */
async function finish(tx: Tx, { roots, clock, config }: Platform, now: boolean): Promise<void> {
  const former = roots.former();
  const time = clock.now();
  await retire(tx, { present: roots.present().id, former: former.map(({ id }) => id), at: time });
  if (roots.source === 'file') {
    const retired = await retiredAt(
      tx,
      former.map(({ id }) => id),
    );
    const kept = former.filter(({ id }) => !now && dropTime(retired.get(id) ?? time) > time);
    if (kept.length < former.length) {
      await keepFormerKeys(
        config.dataDir,
        kept.map(({ bytes }) => bytes),
      );
      roots.refresh();
    }
  }
  await forgetDropped(
    tx,
    [roots.present(), ...roots.former()].map(({ id }) => id),
  );
}

async function dropAfter({ db }: Platform, former: readonly string[]): Promise<Date | null> {
  const times = [...(await retiredAt(db, former)).values()].map((at) => dropTime(at).getTime());
  return times.length === 0 ? null : new Date(Math.max(...times));
}

function dropTime(retired: Date): Date {
  return new Date(retired.getTime() + LIMITS.formerKeySeconds * 1000);
}

function noFormerKey() {
  return problem('invalid_state', {
    detail: {
      en: 'ENCRYPTION_KEY_PREVIOUS is not set; set ENCRYPTION_KEY to a new key and ENCRYPTION_KEY_PREVIOUS to the former one, restart, then run this command again.',
      ru: 'ENCRYPTION_KEY_PREVIOUS не задан; укажите новый ключ в ENCRYPTION_KEY, а прежний — в ENCRYPTION_KEY_PREVIOUS, перезапустите сервис и повторите команду.',
      de: 'ENCRYPTION_KEY_PREVIOUS ist nicht gesetzt; setzen Sie ENCRYPTION_KEY auf einen neuen und ENCRYPTION_KEY_PREVIOUS auf den früheren Schlüssel, starten Sie neu und führen Sie den Befehl noch einmal aus.',
    },
  });
}
